// Prints the counts of a vitest JSON report as `N passed, N failed, N skipped`.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
if (text === '') console.log('no test ran');
const results = text === '' ? { testResults: [] } : JSON.parse(text);

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const { status, assertionResults } of results.testResults) {
  for (const test of assertionResults) counts[test.status in counts ? test.status : 'skipped'] += 1;
  // A file that cannot even be loaded has no tests to count, and is a failure all the same.
  if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) counts.failed += 1;
}
// The reason of a skip stands in its name.
for (const { assertionResults } of results.testResults) {
  for (const test of assertionResults)
    if (!['passed', 'failed'].includes(test.status)) console.log(`skipped: ${test.fullName}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
