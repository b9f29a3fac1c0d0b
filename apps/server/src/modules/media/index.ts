export { readImage as mediaRoutes } from './read-image.ts';
export { signLink, type Viewer } from './sign-link.ts';
