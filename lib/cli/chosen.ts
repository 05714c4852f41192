import type { Settings } from '../config/settings.ts';
import { type Choice, choose, type Place, settingsFor } from '../jobs/choice.ts';
import type { Instant } from '../terms/instants.ts';
import type { Io } from './io.ts';

interface ChoiceFlags {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly now?: Instant | undefined;
  readonly quiet?: true | undefined;
}

/** What the flags choose. Tells what the configuration asks for in vain. */
export async function chosenBy(flags: ChoiceFlags, io: Io): Promise<Choice> {
  const { config, project: projects, now } = flags;
  const choice = await choose({ config, projects, now }, placeOf(io));
  tellNotices(choice.settings, flags, io);
  return choice;
}

export async function settingsBy(flags: ChoiceFlags, io: Io): Promise<Settings> {
  const settings = await settingsFor({ config: flags.config }, placeOf(io));
  tellNotices(settings, flags, io);
  return settings;
}

export function placeOf(io: Io): Place {
  return { env: io.env, clock: io.now };
}

function tellNotices({ notices }: Settings, { quiet }: ChoiceFlags, io: Io): void {
  if (quiet === true) return;
  for (const notice of notices) io.stderr.write(`orphan-audit: ${notice}\n`);
}

/** A run at a moment of one's choosing is no sighting: of a real cloud it is not remembered. */
export function isMemorable({ moment }: Choice, { quiet }: Pick<ChoiceFlags, 'quiet'>, io: Io): boolean {
  if (moment.kind !== 'chosen') return true;
  if (quiet !== true)
    io.stderr.write('orphan-audit: with --now, this run is not remembered and counts as no sighting\n');
  return false;
}
