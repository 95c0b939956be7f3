import type { Env } from '#server/env.ts'
import type { SyncKind } from './sync-runs.ts'
import type { SyncSource } from '#server/host.ts'

/** The sources that are set up, by what they synchronise. */
export const configuredSources = (sources: readonly SyncSource[], env: Env): ReadonlyMap<SyncKind, SyncSource> =>
  new Map(sources.filter((source) => source.isConfigured(env)).map((source) => [source.kind, source]))
