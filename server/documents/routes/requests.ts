import { z } from 'zod'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ApproverChoice, Explanation } from '#approval/types.ts'
import type { ConnectionSemaphore } from '#server/database/connection.ts'
import type { AnswerWithText } from '#server/http/answers/envelope.ts'
import { unitOfWork as unitOfWorkOf } from '#server/unit-of-work.ts'
import { dayInput } from '#server/http/requests/validation.ts'
import { waited } from '../lists/export.ts'
import { sortColumns } from '../lists/filter-and-order.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import type { CommandResult } from '../lifecycle/commands.ts'
import { type DocumentPosition, positionOf } from '../lifecycle/nodes/position.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { DocumentHost } from '../host.ts'

/** Ids on the wire. */
export const id = z.string().min(1).max(64)

/** The form as entered; its fields are validated by their declaration. */
export const business = z.record(z.string().max(64), z.unknown())

/** People chosen for nodes. */
export const nodeList = z.array(z.strictObject({ nodeId: id, userIdList: z.array(id).max(50) })).max(50).default([])

export const comment = z.string().max(8000, { error: 'approval.opinionTooLong' }).optional()

/** Ids of files sent with an action. */
export const files = z.array(id).max(100).default([])

/** File ids in one text, separated by commas. */
export const fileIds = z.string().max(7000).default('')

/** The ids in a comma-separated text. */
export const listed = (ids: string): string[] => ids.split(',').map((each) => each.trim()).filter(Boolean)

/** Chosen people by node, as the engine's input. */
export const choicesOf = (nodes: z.output<typeof nodeList>): ApproverChoice[] =>
  nodes.map(({ nodeId, userIdList }) => ({ node: nodeId, people: userIdList }))

/** Explanations, as the engine's input. */
export const explained = (rows: z.output<typeof explanations>): Explanation[] =>
  rows.map(({ explain, explainType }) => ({ kind: explainType, text: explain }))

/** Redundant attributes that clients send with ids; the server ignores them and uses its own data. */
export const hints = {
  procInstId: id.nullish(),
  procDefId: z.string().max(200).nullish(),
  businessType: z.string().max(64).nullish(),
  businessNo: z.string().max(40).nullish(),
  businessKey: id.nullish(),
}

/** Names a change of many documents that takes several calls: its messages wait until all of it is done, and each person gets one. */
export const bulk = id.optional()

/** Ids of rules of level `confirm` that the person has accepted. */
export const confirmed = z.array(z.string().max(40)).max(20).default([])

export const explanations = z.array(z.strictObject({
  nodeId: id.nullish(),
  explain: z.string().trim().min(1).max(1000),
  explainType: z.string().max(64).optional(),
  userName: z.string().max(100).nullish(),
  departmentName: z.string().max(200).nullish(),
  rowId: id.nullish(),
})).max(50).default([])

export const listQuery = z.strictObject({
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(200).default(20),
  orders: z.array(z.strictObject({ column: z.enum(sortColumns), asc: z.boolean().default(true) })).max(3).default([]),
  businessNo: z.string().max(40).optional(),
  title: z.string().max(200).optional(),
  keyword: z.string().max(100).optional(),
  businessType: z.union([z.string().max(64), z.array(z.string().max(64)).max(60)]).optional(),
  processKey: z.string().max(64).optional(),
  state: z.int().optional(),
  initiator: id.optional(),
  departments: z.array(id).max(200).optional(),
  /** Ids of nodes, joined by commas. */
  node: z.string().max(400).transform((ids) => ids.split(',').filter(Boolean)).optional(),
  waited,
  dateRange: z.tuple([dayInput, dayInput]).optional(),
  overdue: z.boolean().optional(),
  urged: z.boolean().optional(),
  batchPass: z.boolean().optional(),
  marks: z.array(z.string().max(64)).max(20).optional(),
  initiatorGone: z.boolean().optional(),
  problem: z.boolean().optional(),
  /** Whether to answer figures; without them clients read figures by a separate call. */
  figures: z.boolean().default(true),
})

/** A column of the form, as orders name it. */
const ownColumn = z.string().regex(/^columns\.\w{1,64}$/)

/** Like `listQuery`, for the list of one type, with filters and orders by columns of its form. */
export const typeListQuery = listQuery.extend({
  orders: z.array(z.strictObject({ column: z.union([z.enum(sortColumns), ownColumn]), asc: z.boolean().default(true) })).max(3).default([]),
  /** Conditions by field; the format depends on the field. */
  columns: z.record(z.string().max(64), z.unknown()).default({}),
})

export type TypeListInput = z.output<typeof typeListQuery>

export type ListInput = z.output<typeof listQuery>

export interface DocumentRouteContext {
  readonly host: DocumentHost
  readonly flows: Definitions
  /** Limits actions, which are long transactions, so that reading calls always find free connections. */
  readonly enter: ConnectionSemaphore
}

/** The app with bodies typed by their schemas. */
export const typed = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()

/** Runs an action in one transaction, once per Idempotency-Key: a repeated key gets the first answer. */
export function unitOfWork<Answer>({ host, flows, enter }: DocumentRouteContext, request: FastifyRequest,
  work: (context: CommandContext) => Promise<Answer>): Promise<Answer | AnswerWithText> {
  return enter(() => unitOfWorkOf(host, request, (context) => work({ ...context, flows })))
}

/** Like `unitOfWork`, for an action that returns the document's new position. */
export const runAction = (calls: DocumentRouteContext, request: FastifyRequest,
  work: (context: CommandContext) => Promise<CommandResult>): Promise<DocumentPosition | AnswerWithText> =>
  unitOfWork(calls, request, async (context) => {
    const { process, opened } = await work(context)
    return positionOf(opened.pinned.flow, process, context.caller.locale)
  })

/** The context of a read-only call, without a transaction. */
export const readContext = ({ host, flows }: Pick<DocumentRouteContext, 'host' | 'flows'>, request: FastifyRequest): CommandContext => ({
  host,
  flows,
  db: host.db,
  caller: request.caller,
  at: host.clock.now(),
})
