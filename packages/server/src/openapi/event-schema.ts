import { z } from 'zod';

/** An event of the ledger, of the type that is given. What else is in it, the ledger's own check says. */
export const eventSchema = <Type extends string>(type: z.ZodType<Type>): z.ZodType =>
  z.looseObject({ v: z.literal(1), thread: z.string(), seq: z.int(), at: z.number(), type });
