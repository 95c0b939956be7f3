import { readEnv } from './env.ts'

/** True with `TESTS=all`: tests try everything. Without it `npm test` ends within half an hour on a slow machine. */
export const { allTests } = readEnv()

/** The share of many cases alike that a test tries: all of them, or enough. */
export const scaled = <Size>({ enough, all }: { readonly enough: Size; readonly all: Size }): Size => (allTests ? all : enough)

/** One of so many cases alike, spread over them; all with `TESTS=all`. */
export const everyNth = <Case>(n: number,
  cases: readonly Case[]): readonly Case[] => (allTests ? cases : cases.filter((_, place) => place % n === 0))
