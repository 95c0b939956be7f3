import { selection } from '#approval/tree.ts'
import { startNode } from '#approval/types.ts'
import { Missing } from '#kernel/errors.ts'
import { type FieldDefinition, waitsFor } from '#kernel/fields.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import { editablePaths } from '#kernel/evaluate/access/editable.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import type { Definitions, PinnedFlow } from './definition-store.ts'
import { nodeNames } from './flow-contents.ts'
import { type DocumentHost, formOf } from '../host.ts'
import { modeCode, nodeTypes } from '../wire.ts'

/** A form with a version of its flow. */
export interface Definition extends PinnedFlow {
  readonly form: Form
}

/** The definition of a `key:version`, or the current one of a key. @throws Missing */
export async function definitionOf({ host, flows }: { host: DocumentHost; flows: Definitions }, db: Db,
  procDefId: string): Promise<Definition> {
  const { key, version } = partsOf(host, procDefId)
  const form = formOf(host, key)
  if (version === undefined) return { form, ...(await flows.current(db, form)) }
  const row = /^\d{1,9}$/.test(version)
    ? await db.selectFrom('definition').select('hash').where('kind', '=', 'flow').where('key', '=', key).where('version', '=',
      Number(version)).executeTakeFirst()
    : undefined
  if (!row) throw new Missing('documents.noSuchFlow')
  return { form, ...(await flows.pinned(db, key, row.hash)) }
}

/** Parses a key and version; keys of designed forms contain a colon themselves. */
export function partsOf({ forms }: Pick<DocumentHost, 'forms'>,
  procDefId: string): { readonly key: string; readonly version: string | undefined } {
  const at = procDefId.lastIndexOf(':')
  return at < 0 || forms.has(procDefId)
    ? { key: procDefId, version: undefined }
    : { key: procDefId.slice(0, at), version: procDefId.slice(at + 1) }
}

/** Every field at the start, and at each node those that its approver fills in. */
export function propertiesOf({ form, flow }: Definition) {
  const fields = fieldsByPath(form)
  const at = (nodeId: string, paths: ReadonlySet<string>, shown: readonly (readonly [string, FieldDefinition])[]) =>
    shown.map(([field, { cn, en, kind, required, requiredAt, atNode }]) => ({
      field,
      label: cn,
      labelEn: en,
      type: kind,
      required: nodeId === startNode ? required === true : waitsFor({ atNode }, nodeId) || requiredAt?.[nodeId] === true,
      readable: true,
      writable: paths.has(field),
      nodeId,
    }))
  const nodes = nodesOf(flow).filter(({ block }) => block === 'approve').flatMap(({ id }) => {
    const paths = new Set(editablePaths(form, id))
    return at(id, paths, fields.filter(([path]) => paths.has(path)))
  })
  return [...at(startNode, new Set(editablePaths(form, startNode)), fields), ...nodes]
}

/** The nodes of a wire type (0 start, 1 approval, 3 copy), with how their people are chosen. */
export function nodesOfType({ flow }: { flow: Flow }, type: number) {
  if (type === nodeTypes.start)
    return [{ nodeId: startNode, ...named(nodeNames(flow).get(startNode)), nodeType: type, approvalTypeCode: null, selectUser: null }]
  return nodesOf(flow).filter(({ block }) => nodeTypes[block] === type).map((node) => ({
    nodeId: node.id,
    ...named(node),
    nodeType: type,
    ...choiceOf(node),
  }))
}

const named = (label: Label | undefined) => ({ nodeName: label?.cn ?? '', nodeNameEn: label?.en ?? '' })

function choiceOf(node: ReturnType<typeof nodesOf>[number]) {
  if (node.block === 'copy') return { approvalTypeCode: null, selectUser: null }
  const { size, canAdd = false, optionalRange = { type: 'ALL' } } = selection(node.by) ?? {}
  return { approvalTypeCode: modeCode(node.mode), selectUser: size === undefined ? null : { size, canAdd, optionalRange, nodeId: node.id } }
}

/** The expressions for calculated fields, visibility and requirement; no code. */
export function scriptsOf(form: Form) {
  const fields = fieldsByPath(form)
  const expressionsOf = (attribute: 'visible' | 'required') =>
    fields.flatMap(([field, { [attribute]: expr }]) => (typeof expr === 'string' ? [{ field, expr }] : []))
  return {
    calculations: fields.flatMap(([target, { value: expr }]) => (expr === undefined ? [] : [{ target, expr }])),
    visible: expressionsOf('visible'),
    required: expressionsOf('required'),
  }
}

/** Fields and columns by their path. */
const fieldsByPath = ({ fields }: Form): (readonly [string, FieldDefinition])[] =>
  Object.entries(fields).flatMap(([key, field]) => [
    [key, field] as const,
    ...Object.entries(field.columns ?? {}).map(([column, definition]) => [`${key}.${column}`, definition] as const),
  ])
