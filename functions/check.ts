import { randomUUID } from 'node:crypto';
import * as z from 'zod';
