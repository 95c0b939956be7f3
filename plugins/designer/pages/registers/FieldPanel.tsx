import { PlusOutlined } from '@ant-design/icons'
import { Button, Form as AntForm, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { freshKey, isReservedKey, partsOf } from '../../model/content.ts'
import { changeKind, kindLabel, newField } from '../../model/kinds.ts'
import { keyByLabel } from '../../model/references.ts'
import { isRecordKey } from '../../registers/register.ts'
import { attributeName } from '../designing.ts'
import { KindPart } from '../panel/KindPart.tsx'
import { ExpressionControl, Labelled, SwitchLine, TextControl } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'
import { changed, fieldAt, problemsOf, registerKinds, renamed, useRegisterDesigning } from './designing.ts'
import { useRegisterText } from './texts.ts'

/** Attributes of kinds that refer to other fields of a document. */
const ofDocuments = ['filter', 'earliest', 'own', 'binds', 'shareOf', 'summary', 'uniqueColumns'] as const

/** Attributes that a field keeps with its new kind and that fields of registers do not have. */
const dropped = { section: undefined, span: undefined } as const

/** The properties of a field, or of a column of a table. */
export function FieldPanel({ path }: { path: string }) {
  const { content, design, apply, select, isReadOnly } = useRegisterDesigning()
  const designer = useDesignerText()
  const field = fieldAt(content, path)
  if (!field) return <RegisterPanel />
  const put: Put = (part, attribute) => apply(changed(content, path, part), attribute && `${path} ${attribute}`)
  const { table, key } = partsOf(path)
  const isKey = path === content.key
  const follow = () => {
    const isFree = table === undefined && !isReadOnly && !isKey && !design.kept.includes(key)
    const next = isFree ? keyByLabel(content.fields, key) : undefined
    if (next === undefined) return
    apply(renamed(content, key, next))
    select(next)
  }
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <Names path={path} field={field} put={put} onNamed={follow} />
      {kindOf(field).ask !== null && (
        <SwitchLine label={designer.t('attribute.required')} value={field.required === true} isDisabled={isKey} onChange={(is) =>
          put({ required: is || undefined })} />
      )}
      {table === undefined && <Default field={field} put={put} />}
      <KindPart path={path} field={field} table={table} put={put} without={ofDocuments} />
      {field.kind === 'table' && <Columns table={key} field={field} />}
      <section className="oa-ff-part line-top above-6" aria-label={designer.t('identity')}>
        <h3>{designer.t('identity')}</h3>
        {table === undefined && <KeyControl key={key} name={key} />}
        <KindControl path={path} field={field} isColumn={table !== undefined} isFixed={isKey} />
      </section>
    </AntForm>
  )
}

type Put = (part: Partial<Record<keyof FieldDefinition, unknown>>, attribute?: string) => void

/** Labels and hint of a field, below its problems. */
function Names({ path, field, put, onNamed }: { path: string; field: FieldDefinition; put: Put; onNamed(): void }) {
  const { problems, select } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  const designer = useDesignerText()
  const [key = '', column] = path.split('.')
  const own = problemsOf(problems, path)
  return (
    <>
      <div className="oa-ff-panel-head row gap-8">
        <h2>{label(field) || t('noLabel')}</h2>
        <Pill tone="grey">{label(kindLabel(field.kind))}</Pill>
      </div>
      {column !== undefined && <Button type="link" size="small" disabled={false} onClick={() => select(key)}>{t('backToTable')}</Button>}
      {own.length > 0 && (
        <ul className="oa-ff-problems red small" role="alert">
          {own.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
        </ul>
      )}
      <div className="oa-ff-pair grid halves gap-0-12">
        <TextControl label={designer.t('labelCn')} isRequired isFirst max={30} value={field.cn} onChange={(cn) => put({ cn }, 'cn')} />
        <TextControl label={designer.t('labelEn')} isRequired max={60} value={field.en} onChange={(en) => put({ en }, 'en')}
          onLeave={onNamed} />
      </div>
      <Hint field={field} onChange={(hint) => put({ hint }, 'hint')} />
    </>
  )
}

function Default({ field, put }: { field: FieldDefinition; put: Put }) {
  const { t } = useRegisterText()
  const designer = useDesignerText()
  if (['table', 'attachment'].includes(field.kind)) return null
  return (
    <>
      <SwitchLine label={designer.t('attribute.default')} value={field.default !== undefined}
        onChange={(is) => put({ default: is ? 'null' : undefined })} />
      {field.default !== undefined && (
        <ExpressionControl label={designer.t('defaultValue')} value={field.default} hint={t('defaultHint')} onChange={(next) =>
          put({ default: next }, 'default')} />
      )}
    </>
  )
}

function Hint({ field, onChange }: { field: FieldDefinition; onChange(hint: FieldDefinition['hint']): void }) {
  const { t } = useDesignerText()
  const put = (part: { readonly cn?: string; readonly en?: string }) => {
    const next = { cn: field.hint?.cn ?? '', en: field.hint?.en ?? '', ...part }
    onChange(next.cn === '' && next.en === '' ? undefined : next)
  }
  return (
    <div className="oa-ff-pair grid halves gap-0-12">
      <TextControl label={t('attribute.hint')} value={field.hint?.cn} onChange={(cn) => put({ cn })} />
      <TextControl label={t('attribute.hintEn')} value={field.hint?.en} onChange={(en) => put({ en })} />
    </div>
  )
}

/** The columns of a table. */
function Columns({ table, field }: { table: string; field: FieldDefinition }) {
  const { content, apply, select, isReadOnly } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  const designer = useDesignerText()
  const columns = Object.entries(field.columns ?? {})
  const put = (next: Readonly<Record<string, FieldDefinition>>) => apply(changed(content, table, { columns: next }))
  const add = () => {
    const key = freshKey(field.columns ?? {}, 'text')
    put({ ...field.columns, [key]: newField('text', kindLabel('text')) })
    select(`${table}.${key}`)
  }
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('tableColumns')}>
      <h3>{t('tableColumns')}</h3>
      <ul className="oa-ff-uses unlisted">
        {columns.map(([key, cell]) => (
          <li key={key}>
            <Button type="link" size="small" disabled={false} onClick={() => select(`${table}.${key}`)}>{label(cell)}</Button>
            <span className="oa-ff-quiet small">{label(kindLabel(cell.kind))}</span>
            {!isReadOnly && columns.length > 1 && (
              <Button type="link" size="small" danger aria-label={t('removeField', { name: label(cell) })} onClick={() =>
                put(Object.fromEntries(columns.filter(([name]) => name !== key)))}
              >
                {designer.t('delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <Button type="dashed" size="small" block icon={<PlusOutlined aria-hidden />} disabled={columns.length >= 20} onClick={add}>
          {t('addColumn')}
        </Button>
      )}
    </section>
  )
}

/** The reason why a field of a register cannot have a key beside others, which are in small letters. */
function keyProblemAmong(others: readonly string[], key: string): 'shape' | 'reserved' | 'record' | 'taken' | undefined {
  if (!/^[a-z][A-Za-z0-9]{1,39}$/.test(key)) return 'shape'
  if (isReservedKey(key)) return 'reserved'
  if (isRecordKey(key)) return 'record'
  return others.includes(key.toLowerCase()) ? 'taken' : undefined
}

/** The key of a field; that of a stored field stays. */
function KeyControl({ name }: { name: string }) {
  const { content, design, apply, select } = useRegisterDesigning()
  const { t } = useRegisterText()
  const designer = useDesignerText()
  const [typed, setTyped] = useState(name)
  const isKept = design.kept.includes(name)
  const others = Object.keys(content.fields).filter((key) => key !== name).map((key) => key.toLowerCase())
  const problem = typed === name ? undefined : keyProblemAmong(others, typed)
  const rename = () => {
    if (typed === name || problem !== undefined) return
    apply(renamed(content, name, typed))
    select(typed)
  }
  return (
    <Labelled label={designer.t('key')} problem={problem && designer.t(`keyProblem.${problem}`)}
      hint={isKept ? t('keyKept') : designer.t('keyHint')}
    >
      {(id) => (
        <Input id={id} value={typed} maxLength={40} spellCheck={false} {...(isKept && { disabled: true })}
          onChange={({ target }) => setTyped(target.value)} onBlur={rename} onPressEnter={rename} />
      )}
    </Labelled>
  )
}

function KindControl({ path, field, isColumn, isFixed }: { path: string; field: FieldDefinition; isColumn: boolean; isFixed: boolean }) {
  const { content, design, apply } = useRegisterDesigning()
  const { t } = useRegisterText()
  const designer = useDesignerText()
  const [asked, setAsked] = useState<FieldKind>()
  const isStored = design.records > 0 && !isColumn && design.kept.includes(path)
  const put = (kind: FieldKind) => {
    const next = { ...changeKind(field, kind).field, ...dropped }
    // attributes that the kind does not have go
    const gone = Object.fromEntries(
      Object.keys(field).filter((attribute) => !(attribute in next)).map((attribute) => [attribute, undefined]),
    )
    apply(changed(content, path, { ...gone, ...next }))
  }
  const change = (kind: FieldKind) => (changeKind(field, kind).lost.length > 0 ? setAsked(kind) : put(kind))
  const kinds = isColumn ? registerKinds.filter((kind) => kind !== 'table') : registerKinds
  const lost = asked === undefined ? [] : changeKind(field, asked).lost
  return (
    <>
      <Labelled label={designer.t('kind')} hint={isStored ? t('kindStored') : undefined}>
        {(id) => (
          <Select id={id} showSearch optionFilterProp="label" value={field.kind} onChange={change} {...(isFixed && { disabled: true })}
            options={kinds.map((kind) => ({ value: kind, label: designer.label(kindLabel(kind)) }))} />
        )}
      </Labelled>
      {asked !== undefined && (
        <Modal open title={designer.t('changeKindAsk', { kind: designer.label(kindLabel(asked)) })} okText={designer.t('changeKind')}
          cancelText={designer.t('cancel')} onCancel={() => setAsked(undefined)} onOk={() => {
          put(asked)
          setAsked(undefined)
        }}>
          <p>{designer.t('changeKindText')}</p>
          <ul className="oa-ff-bullets">{lost.map((attribute) => <li key={attribute}>{attributeName(attribute, designer)}</li>)}</ul>
        </Modal>
      )}
    </>
  )
}

/** The names of a register and of its records. */
export function RegisterPanel() {
  const { content, design, apply, isReadOnly, problems } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  const designer = useDesignerText()
  const own = problems.filter(({ where }) => ['page', 'cn', 'en', 'description', 'fields'].includes(where))
  const one = content.one ?? { cn: '', en: '' }
  const putOne = (part: { readonly cn?: string; readonly en?: string }) => {
    const next = { ...one, ...part }
    const { one: _, ...rest } = content
    apply(next.cn === '' && next.en === '' ? rest : { ...rest, one: next }, 'one')
  }
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-panel-head row gap-8">
        <h2>{t('theRegister')}</h2>
      </div>
      {own.length > 0 && (
        <ul className="oa-ff-problems red small" role="alert">
          {own.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
        </ul>
      )}
      <div className="oa-ff-pair grid halves gap-0-12">
        <TextControl label={designer.t('labelCn')} isRequired max={30} value={content.cn}
          onChange={(cn) => apply({ ...content, cn }, 'cn')} />
        <TextControl label={designer.t('labelEn')} isRequired max={60} value={content.en}
          onChange={(en) => apply({ ...content, en }, 'en')} />
        <TextControl label={t('oneCn')} max={30} value={one.cn} onChange={(cn) => putOne({ cn })} />
        <TextControl label={t('oneEn')} hint={t('oneHint')} max={60} value={one.en} onChange={(en) => putOne({ en })} />
      </div>
      <Labelled label={designer.t('page')} hint={designer.t('pageHint')}>
        {(id) => (
          <Input id={id} addonBefore="/register-" value={content.page} maxLength={40} {...(design.version !== null && { disabled: true })}
            onChange={({ target }) => apply({ ...content, page: target.value }, 'page')} />
        )}
      </Labelled>
      <TextControl label={t('description')} isLong max={200} value={content.description} onChange={(description) => {
        const { description: _, ...rest } = content
        apply(description === '' ? rest : { ...rest, description }, 'description')
      }} />
    </AntForm>
  )
}
