import { isRouteErrorResponse, useRouteError } from 'react-router';
import { BrokenScreen } from './BrokenScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

/** A screen that broke, or whose code could not be loaded. */
export function ScreenError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundScreen /> : <BrokenScreen />;
}
