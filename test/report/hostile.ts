import fc from 'fast-check';

const CRAFTED = [
  '',
  '\u001b[2J\u001b[1;1H',
  '\u001b]8;;http://example.invalid\u0007click\u001b]8;;\u0007',
  '\u009b31m',
  'a\nORPHAN 99  everything is fine\n-> delete in the console: 9 instances',
  'ORPHAN 99  everything',
  '고아(ORPHAN) 99  전부',
  '!! INCOMPLETE RUN: nothing',
  '-> delete in the console',
  'a            instance      its cluster is gone',
  '\u202eelosnoc eht ni eteled',
  'אבג-عربي-ܐ',
  '웹서버'.repeat(40),
  'ᄀ'.repeat(90),
  '가'.normalize('NFD').repeat(40),
  '👩‍👩‍👧‍👦'.repeat(20),
  '🇰🇷'.repeat(41),
  `z${'\u0334'.repeat(200)}`,
  '﷽﷽﷽',
  'x\tx\u000bx\u00a0x\u3000x',
  '\ud800',
  'ﾊﾞﾝｸﾞ'.repeat(15),
  'ൎ'.repeat(50),
  'a'.repeat(400),
];

/** Any text that a person or an attacker may have put into a name. */
export const anyText = fc.oneof(
  fc.constantFrom(...CRAFTED),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.array(fc.constantFrom(...CRAFTED), { maxLength: 4 }).map((parts) => parts.join(' ')),
);
