// A process of its own: appends records and runs to a ledger in an S3 store one after the other, and reports the key of
// each on standard output once it is written. The test beside it builds and starts it:
//
//   node s3-writer-process.mjs '{"store": { "endpoint": …, … }, "records": true, "runs": true, "first": 0, …}'
import { writeSync } from 'node:fs';
import { createS3Store, type S3StoreOptions } from '../../../lib/adapters/store/s3.ts';
import { appendRecord, appendRun } from '../../../lib/ledger/files.ts';
import { MINUTE_MS, plusMs } from '../../../lib/terms/instants.ts';
import { anId, aRecord, aRecordedInstance, aRun, at } from '../../builders/ledger.ts';

export interface S3WriterTask {
  readonly store: S3StoreOptions;
  readonly records: boolean;
  readonly runs: boolean;
  readonly first: number;
  readonly count: number;
  /** How many instances a run has seen: 45 bytes each. */
  readonly sighted: number;
}

async function write({ store: options, records, runs, first, count, sighted }: S3WriterTask): Promise<void> {
  const store = createS3Store(options);
  const sightedIds = Array.from({ length: sighted }, (_, n) => anId(n));
  for (let n = first; n < first + count; n += 1) {
    const moment = plusMs(at('2026-11-01T00:00:00Z'), n * MINUTE_MS);
    if (records) {
      // Every other hour the cluster is as it was.
      const instances = [aRecordedInstance({ description: `v=1;m=karpenter;n=${n >> 1}` })];
      const { key } = await appendRecord(store, 'shop', aRecord({ recordedAt: moment, instances }));
      writeSync(1, `${key}\n`);
    }
    if (runs) {
      const run = aRun({ runId: `run-${n}`, asOf: moment, sighted: sightedIds });
      writeSync(1, `${await appendRun(store, 'shop', run)}\n`);
    }
  }
}

const task: S3WriterTask = JSON.parse(process.argv[2] ?? '');
await write(task);
