import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { isDate, isDateTime } from '#kernel/values/dates.ts'
import { listed } from '#kernel/wording/label.ts'

/** Validates a part of the request by its zod schema. Violations are refused with their fields. */
export const validate: FastifySchemaCompiler<z.core.$ZodType> = ({ schema }) => (data) => {
  const result = z.safeParse(schema, data, { error: codeOf })
  return result.success ? { value: result.data } : { error: invalidInput(result.error.issues) }
}

/** The refusal of invalid fields, for input that a handler parses itself. */
function invalidInput(issues: readonly z.core.$ZodIssue[]): Refused {
  return new Refused('error.invalidInput', {}, issues.flatMap(problemsOf))
}

/** Parses input inside a handler, refusing it like the schema of a call. @throws Refused */
export function parseInput<Schema extends z.core.$ZodType>(schema: Schema, data: unknown): z.core.output<Schema> {
  const result = z.safeParse(schema, data, { error: codeOf })
  if (!result.success) throw invalidInput(result.error.issues)
  return result.data
}

/** The problems of a part of a request, each with its path; none where it fits the schema. For schemas within others. */
export const inputProblems = (schema: z.core.$ZodType, data: unknown): readonly PlacedProblem[] =>
  z.safeParse(schema, data, { error: codeOf }).error?.issues.map((issue) => ({ path: issue.path, code: issue.message,
    parameters: parametersOf(issue) })
  ) ?? []

interface PlacedProblem {
  readonly path: readonly PropertyKey[]
  readonly code: string
  readonly parameters: Record<string, string | number>
}

/** Serialises an answer by its declared schema, so that undeclared data are never sent; the schema describes `data` of the envelope. */
export const serialize: FastifySerializerCompiler<FastifySchema> = ({ schema }) => (answer: unknown) => {
  if (!(schema instanceof z.core.$ZodType)) return JSON.stringify(answer)
  if (!isSuccess(answer)) return JSON.stringify(answer)
  const data = z.encode(schema, answer.data as never)
  return JSON.stringify({ ...answer, data, ...('result' in answer && { result: data }) })
}

function isSuccess(answer: unknown): answer is { code: 200; data: unknown } {
  return typeof answer === 'object' && answer !== null && 'data' in answer && 'code' in answer && answer.code === 200
}

/** Locale key of an issue for which the schema has no message of its own. */
function codeOf(issue: z.core.$ZodRawIssue): string {
  if (isAbsence(issue)) return 'error.field.required'
  return codes[issue.code]?.(issue) ?? 'error.field.invalid'
}

function isAbsence(issue: z.core.$ZodRawIssue): boolean {
  if (issue.code === 'invalid_type') return issue.input === undefined || issue.input === null
  return issue.code === 'too_small' && issue.minimum === 1 && sizeOf(issue.origin) !== 'number'
}

const codes: Readonly<Record<string, (issue: z.core.$ZodRawIssue) => string>> = {
  too_small: ({ origin }) => `error.field.tooSmall.${sizeOf(origin)}`,
  too_big: ({ origin }) => `error.field.tooBig.${sizeOf(origin)}`,
  invalid_type: ({ expected }) => types[String(expected)] ?? 'error.field.type',
  invalid_format: ({ format }) => formats[String(format)] ?? 'error.field.format',
  unrecognized_keys: () => 'error.field.unknown',
  invalid_value: () => 'error.field.choices',
}

/** Codes by the expected type. */
const types: Readonly<Record<string, string>> = {
  string: 'error.field.type.text',
  number: 'error.field.type.number',
  int: 'error.field.type.integer',
  boolean: 'error.field.type.boolean',
  array: 'error.field.type.list',
  object: 'error.field.type.object',
  record: 'error.field.type.object',
}

const formats: Readonly<Record<string, string>> = { date: 'error.field.day', email: 'error.field.format.email',
  url: 'error.field.format.url' }

function sizeOf(origin: unknown): 'text' | 'list' | 'number' {
  if (origin === 'string') return 'text'
  return ['array', 'set', 'map', 'file'].includes(String(origin)) ? 'list' : 'number'
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ field: [...path, key].join('.'), code: issue.message }))
  return [{ field: path.join('.'), code: issue.message, parameters: parametersOf(issue) }]
}

function parametersOf(issue: z.core.$ZodIssue): Record<string, string | number> {
  if (issue.code === 'too_small') return { minimum: String(issue.minimum) }
  if (issue.code === 'too_big') return { maximum: String(issue.maximum) }
  if (issue.code === 'invalid_value') return { choices: listed(issue.values.map(String).map((value) => ({ cn: value, en: value }))).en }
  // a field's own problem has its own parameters
  return issue.code === 'custom' ? ((issue.params?.['parameters'] as Record<string, string | number> | undefined) ?? {}) : {}
}

/**
 * A version or revision of a record sent by clients: from 0 to the largest value that PostgreSQL can still increment, so that others are
 * refused as invalid input.
 */
export const versionInput = z.int().min(0).max(2_147_483_646)

/** A day sent by clients: `2026-01-31`. */
export const dayInput = z.string().refine(isDate, 'error.field.day')

/** A moment sent by clients, in the company's time zone: `2026-01-31 08:30:00`. */
export const momentInput = z.string().refine(isDateTime, 'error.field.moment')
