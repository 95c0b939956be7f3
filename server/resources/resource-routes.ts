import type { FastifyInstance } from 'fastify'
import type { Resource } from '../../src/kernel/resource.ts'
import type { Host } from '../plugin.ts'
import { callsOf } from './calls.ts'
import { exportingCalls } from './exporting-calls.ts'
import { importingCalls } from './importing-calls.ts'
import { readingCalls } from './reading-calls.ts'
import type { RecordRules } from './rules.ts'
import { syncingCall } from './syncing-call.ts'
import { bindingCall, enablingCall, statusCall } from './switching-calls.ts'
import { deletingCall, writingCalls } from './writing-calls.ts'

/** Serves the calls of one resource as its declaration says. */
export function resourceRoutes(app: FastifyInstance, host: Host, resource: Resource, rules: RecordRules): void {
  const calls = callsOf(app, host, resource, rules)
  importingCalls(app, calls, rules)
  exportingCalls(app, calls)
  readingCalls(calls)
  writingCalls(calls)
  deletingCall(calls)
  syncingCall(calls)
  enablingCall(calls)
  statusCall(calls)
  bindingCall(calls)
}
