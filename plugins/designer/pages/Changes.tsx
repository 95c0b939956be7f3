import { Button, Modal } from 'antd'
import type { FieldDefinition, FieldKind, Fields } from '#kernel/fields.ts'
import { kindLabel } from '../model/kinds.ts'
import { isSame, type PartChange } from '../model/parts.ts'
import { differenceOf } from '../model/renames.ts'
import type { FormContent } from '../wire.ts'
import { attributeName, fieldName } from './designing.ts'
import { type DesignerText, useDesignerText } from './texts.ts'
import type { DesignConflict } from './use-design.ts'

/** Text of a short value: text, number or switch; others are only reported as different. */
export function valueWords(value: unknown, text: DesignerText): string | undefined {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return text.t(value ? 'yes' : 'no')
  return typeof value === 'object' ? listWords(value, text) : String(value)
}

function listWords(value: object, { t, label }: DesignerText): string | undefined {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(t('comma')) || '—'
  return 'cn' in value && 'en' in value ? label(value as { cn: string; en: string }) : undefined
}

type NamePart = (id: string, contents: readonly FormContent[], text: DesignerText) => string

const partNames: Readonly<Record<PartChange['of'], NamePart>> = {
  field: (id, contents, text) => {
    const own = contents.find(({ form }) => Object.hasOwn(form.fields, id))
    return own ? fieldName(own, id, text) : id
  },
  rule: (id, contents, text) => {
    const rule = contents.flatMap(({ form }) => form.rules).find((each) => each.id === id)
    return `${text.t('ruleWord')} ${(rule && text.label(rule)) || id}`
  },
  order: (id, _, { t }) => t(id === 'rules' ? 'orderOfRules' : 'orderOfFields'),
  sections: (_id, _, { t }) => t('sections'),
  flow: (_id, _, { t }) => t('part.flow'),
  form: (id, _, text) => attributeName(id, text),
  content: (id, _, text) => attributeName(id, text),
}

/** The name of a part that differs. */
const partWords = ({ of, id }: Pick<PartChange, 'of' | 'id'>, contents: readonly FormContent[], text: DesignerText): string =>
  partNames[of](id, contents, text)

/** The difference of two contents, part by part, in words. */
export function Changes({ before, after }: { before: FormContent; after: FormContent }) {
  const text = useDesignerText()
  const { t } = text
  const { renames, changes } = differenceOf(before, after)
  if (renames.length + changes.length === 0) return <p className="oa-ff-quiet small">{t('noChanges')}</p>
  return (
    <ul className="oa-ff-changes">
      {renames.map(({ from, to }) => (
        <li key={`key ${to}`}>
          <strong>{fieldName(after, to, text)}</strong> <span className="oa-ff-quiet small">{t('change.renamed')}</span>
          <ul className="second small">
            {fieldName(before, from, text) !== fieldName(after, to, text) && (
              <li>
                {t('attribute.name')} <del className="red">{fieldName(before, from, text)}</del> → <ins>{fieldName(after, to, text)}</ins>
              </li>
            )}
            <li>
              {t('attribute.key')} <del className="red">{from}</del> → <ins>{to}</ins>
            </li>
          </ul>
        </li>
      ))}
      {changes.map((change) => (
        <li key={`${change.of} ${change.id}`}>
          <strong>{partWords(change, [after, before], text)}</strong>{' '}
          <span className="oa-ff-quiet small">
            {t(change.before === undefined ? 'change.added' : change.after === undefined ? 'change.removed' : 'change.changed')}
          </span>
          {change.before !== undefined && change.after !== undefined && <Attributes change={change} text={text} />}
        </li>
      ))}
    </ul>
  )
}

/** Names of the columns that differ, with whether they were added, removed or changed. */
function columnWords(before: Fields = {}, after: Fields = {}, text: DesignerText): string {
  const { t, label } = text
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !isSame(before[key], after[key]))
  return differing.map((key) => {
    const word = !before[key] ? 'change.added' : !after[key] ? 'change.removed' : 'change.changed'
    return `${label((after[key] ?? before[key])!)} ${t(word)}${kindWords(before[key], after[key], text)}`
  }).join(t('comma'))
}

/** The kinds of a column that has another one, in parentheses. */
const kindWords = (before: FieldDefinition | undefined, after: FieldDefinition | undefined, { t, label }: DesignerText): string =>
  before && after && before.kind !== after.kind
    ? t('kindsInBrackets', { from: label(kindLabel(before.kind)), to: label(kindLabel(after.kind)) })
    : ''

/** The value of an attribute in words; a kind by its name. */
const attributeValue = (name: string, value: unknown, text: DesignerText): string | undefined =>
  name === 'kind' && typeof value === 'string' ? text.label(kindLabel(value as FieldKind)) : valueWords(value, text)

function Attributes({ change: { attributes, before, after }, text }: { change: PartChange; text: DesignerText }) {
  const held = (value: unknown, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name]
  const rows = attributes.length > 0
    ? attributes.map((name) => ({ name, from: held(before, name), to: held(after, name) }))
    : [{ name: '', from: before, to: after }]
  const worded = rows.map(({ name, from, to }) => ({ name, from: attributeValue(name, from, text), to: attributeValue(name, to, text),
    columns: name === 'columns' ? columnWords(from as Fields, to as Fields, text) : undefined })
  )
  return (
    <ul className="second small">
      {worded.filter(({ name, from }) => name !== '' || from !== undefined).map(({ name, from, to, columns }) => (
        <li key={name}>
          {name !== '' && `${attributeName(name, text)} `}
          {columns}
          {from !== undefined && to !== undefined && (
            <>
              <del className="red">{from}</del> → <ins>{to}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ConflictDialogProps {
  readonly conflict: DesignConflict
  readonly content: FormContent
  onSettle(choice: 'theirs' | 'mine'): void
}

/** Conflict with a colleague's draft: saving pauses until a version is chosen for each part. */
export function ConflictDialog({ conflict: { theirs, parts }, content, onSettle }: ConflictDialogProps) {
  const text = useDesignerText()
  const { t, name } = text
  const who = name(theirs.savedBy)
  return (
    <Modal open title={t('conflictTitle', { name: who })} closable={false} maskClosable={false} keyboard={false} footer={
      <>
        <Button onClick={() => onSettle('theirs')}>{t('takeTheirs', { name: who })}</Button>
        <Button type="primary" onClick={() => onSettle('mine')}>{t('keepMine')}</Button>
      </>
    }>
      <p>{t('conflictText', { name: who })}</p>
      <ul className="oa-ff-bullets">
        {parts.map((part) => <li key={`${part.of} ${part.id}`}>{partWords(part, [content, theirs.content], text)}</li>)}
      </ul>
    </Modal>
  )
}
