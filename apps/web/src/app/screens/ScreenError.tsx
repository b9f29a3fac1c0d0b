import { Button } from '@mantine/core';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { MessageScreen } from '../../ui/page/MessageScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

/** A screen that broke, or whose code could not be loaded, with a way on. */
export function ScreenError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />;
  return (
    <MessageScreen title="Something went wrong" role="alert">
      <p>This screen could not be shown. Loading it again usually helps; stored reports are not affected.</p>
      <Button onClick={() => location.reload()}>Load again</Button>
    </MessageScreen>
  );
}
