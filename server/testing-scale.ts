import { readEnv } from './env.ts'

/** Whether `TESTS=all` is set, so that tests cover all cases. Without it `npm test` takes less than half an hour on a slow machine. */
export const { allTests } = readEnv()

/** The number of similar cases to test: all, or enough. */
export const scaled = <Size>({ enough, all }: { readonly enough: Size; readonly all: Size }): Size => (allTests ? all : enough)

/** Every nth of similar cases; all with `TESTS=all`. */
export const everyNth = <Case>(n: number,
  cases: readonly Case[]): readonly Case[] => (allTests ? cases : cases.filter((_, place) => place % n === 0))
