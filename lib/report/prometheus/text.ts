import { Big } from 'big.js';
import { wellFormed } from '../formats-unicode.ts';

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A gauge of this program. */
export function family(name: string, help: string, samples: readonly Sample[]): Family {
  return { name: `karpenter_orphan_audit_${name}`, help, samples };
}

/**
 * The part that both formats share: HELP and TYPE before the samples, every line ended, no blank line, no timestamps,
 * only gauges, and `# EOF`, which ends an OpenMetrics text and is a comment in the other. HELP texts have nothing to escape.
 */
export function writeFamilies(families: readonly Family[]): string {
  const lines = families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...samples.map(({ labels, value }) => `${name}${labelled(labels)} ${new Big(value).toFixed()}`),
    ]);
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

function labelled(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** Both formats escape these three in a label's value, and take every other character of UTF-8 as it is. */
function escaped(value: string): string {
  return wellFormed(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
