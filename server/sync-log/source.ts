import type { Env } from '#server/env.ts'
import type { SyncKind } from './sync-runs.ts'
import type { SyncSource } from '#server/host.ts'

/** The configured sources by kind. */
export const configuredSources = (sources: readonly SyncSource[], env: Env): ReadonlyMap<SyncKind, SyncSource> =>
  new Map(sources.filter((source) => source.isConfigured(env)).map((source) => [source.kind, source]))
