import { storeContract } from '../contracts/store.ts';
import { memoryStore } from './memory-store.ts';

storeContract('the store in memory', async () => memoryStore());
