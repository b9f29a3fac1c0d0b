import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resetDemo } from '../../api/account/accounts.ts';
import classes from './Account.module.css';

/** Drops all reviews and signatures of the demo. */
export function ResetDemo() {
  const client = useQueryClient();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: resetDemo,
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <>
      <p className={classes.text}>
        Reports of the demo can be reviewed and signed; each signature is marked “(demo)”. Resetting drops all
        reviews and signatures, and the reports wait to be read again. The audit trail keeps them.
      </p>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Reset the demo
      </Button>
      <p role="status" className={classes.text}>
        {data && `The demo was reset: ${data.versions} reviews dropped.`}
        {error?.message}
      </p>
    </>
  );
}
