import type { Settings } from '../config/settings.ts';
import { type Choice, choose, type Place, settingsFor, type Wish } from '../jobs/choice.ts';
import type { Instant } from '../terms/instants.ts';
import type { Io } from './io.ts';

interface ChoiceFlags {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly now?: Instant | undefined;
  readonly quiet?: true | undefined;
}

/** What the flags choose. */
export async function chosenBy(
  flags: ChoiceFlags,
  io: Io,
  signatures: Wish['signatures'] = 'verify',
): Promise<Choice> {
  const { config, project: projects, now } = flags;
  return choose({ config, projects, now, signatures }, placeOf(io));
}

export async function settingsBy(flags: Pick<ChoiceFlags, 'config'>, io: Io): Promise<Settings> {
  return settingsFor({ config: flags.config }, placeOf(io));
}

export function placeOf(io: Io): Place {
  return { env: io.env, clock: io.now };
}

/** A run at a moment of one's choosing is no sighting: of a real cloud it is not remembered. */
export function isMemorable({ moment }: Choice, { quiet }: Pick<ChoiceFlags, 'quiet'>, io: Io): boolean {
  if (moment.kind !== 'chosen') return true;
  if (quiet !== true)
    io.stderr.write('orphan-audit: with --now, this run is not remembered and counts as no sighting\n');
  return false;
}
