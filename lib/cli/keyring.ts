import type { Command } from '@commander-js/extra-typings';
import { addCalibrate } from './keyring-calibrate.ts';
import { addStatus } from './keyring-status.ts';
import type { Session } from './session.ts';

export function addKeyring(program: Command, session: Session): void {
  const keyring = program
    .command('keyring')
    .description('says which signing keys are still needed, and finds out how the provider signs');
  addStatus(keyring, session);
  addCalibrate(keyring, session);
}
