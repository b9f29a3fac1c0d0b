/** Backend host for relative addresses; empty where one origin serves both. */
export const apiHost: string = import.meta.env.VITE_API_HOST ?? '';
