import { Button, Tabs } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { idsOf, storedName, useReferences } from '#fields/references/reference-book.ts'
import type { ReferenceCandidate } from '#fields/types.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { Initial, Person } from '#shell/parts/Person.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { usePeople } from '#shell/start/directory.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { useProgressText } from '../progress/texts.ts'
import { useDetailText } from '../texts.ts'
import { RecordLine, useRemoval } from './RecordLine.tsx'
import { Timeline } from './Timeline.tsx'
import { useRailText } from './texts.ts'
import { wordsOf } from './record-wording.tsx'

const ProcessProgress = lazy(async () => ({ default: (await import('../progress/ProcessProgress.tsx')).ProcessProgress }))

interface RailTab {
  readonly key: string
  readonly label: ReactNode
  readonly children: ReactNode
}

/** The tabs of the rail: history, comments, links. */
export function useRailTabs(document: FiledDocument, context: ActionContext): RailTab[] {
  const { form } = useStore()
  const { t } = useDetailText()
  const remove = useRemoval(context)
  const comments = document.processRecord.filter(({ operateType, deleted }) => operateType === 'comment' && !deleted)
  const links = linksOf(form, document.business).flatMap(([, , ids]) => ids)
  return [
    { key: 'timeline', label: t('timeline'), children: <Timeline document={document} onRemove={remove} /> },
    {
      key: 'comments',
      label: <Counted text={t('comments')} count={comments.length} />,
      children: comments.length > 0
        ? <ol className="oa-steps">{comments.map((record) => <RecordLine key={record.id} record={record} onRemove={remove} />)}</ol>
        : <p className="oa-rail-none third">{t('noComments')}</p>,
    },
    { key: 'links', label: <Counted text={t('links')} count={links.length} />, children: <Links form={form} document={document} /> },
  ]
}

const Counted = ({ text, count }: { text: string; count: number }) => (
  <>{text}{count > 0 && <span className="oa-count num third tiny">{count}</span>}</>
)

interface RailProps {
  readonly document: FiledDocument
  readonly context: ActionContext
  readonly foot: ReactNode
}

/** The right-hand column: scrolling tabs and a fixed footer. */
export function Rail({ document, context, foot }: RailProps) {
  const { t } = useDetailText()
  const items = useRailTabs(document, context)
  return (
    <aside className="oa-page-rail oa-rail subtle line-left column" aria-label={t('timeline')}>
      <div className="stack filled-column relative">
        <Tabs className="oa-rail-tabs filled-column" items={items} />
        <ProgressLink document={document} context={context} />
      </div>
      {foot}
    </aside>
  )
}

/** The link that opens the progress diagram, at the end of the tabs. */
export function ProgressLink({ document, context }: { document: FiledDocument; context: ActionContext }) {
  const { t } = useProgressText()
  const [isOpen, setIsOpen] = useState(false)
  const { procInstId, businessType, businessNo, actions } = document
  const showRecord = (node: string) => {
    setIsOpen(false)
    // after the drawer has restored the focus
    setTimeout(() => goToRecord(node))
  }
  const urge = actions.includes('urge') ? () => void context.urge() : undefined
  return (
    <>
      <Button type="link" size="small" className="oa-rail-map absolute" onClick={() => setIsOpen(true)}>{t('map')}</Button>
      {isOpen && (
        <Suspense>
          <ProcessProgress procInstId={procInstId} businessType={businessType} heading={businessNo} onUrge={urge} onPick={showRecord}
            onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Scrolls to and focuses the last timeline entry of a node, if the history is displayed. */
function goToRecord(node: string): void {
  const line = [...document.querySelectorAll<HTMLElement>(`.oa-tab-page:not([inert]) .oa-steps > [data-node="${CSS.escape(node)}"]`)].at(-1)
  line?.scrollIntoView({ block: 'center' })
  line?.focus({ preventScroll: true })
}

type DocumentLinks = readonly [name: string, field: FieldDefinition, ids: readonly string[]]

/** The document links of header and rows that have a value. */
function linksOf({ fields }: Form, value: FormValue): readonly DocumentLinks[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    ...linkAt(name, field, idsOf(value[name])),
    ...Object.entries(field.columns ?? {}).flatMap(([column, inner]) =>
      linkAt(`${name}.${column}`, inner, rowsAt(value, name).flatMap((row) => idsOf(row[column])))
    ),
  ])
}

const linkAt = (name: string, field: FieldDefinition, ids: readonly string[]): DocumentLinks[] =>
  field.kind === 'documentLink' && ids.length > 0 ? [[name, field, [...new Set(ids)]]] : []

/** The linked documents, grouped by the label of the link. */
function Links({ form, document }: { form: Form; document: FiledDocument }) {
  const { t, label } = useDetailText()
  const links = linksOf(form, document.business)
  if (links.length === 0) return <p className="oa-rail-none third">{t('noLinks')}</p>
  return (
    <dl className="oa-rail-links">
      {links.map(([name, field, ids]) => (
        <div key={name}>
          <dt>{label(field)}</dt>
          <LinkedDocuments ids={ids} />
        </div>
      ))}
    </dl>
  )
}

function LinkedDocuments({ ids }: { ids: readonly string[] }) {
  const records = useReferences('documentLink', ids)
  return ids.map((id, index) => (
    <dd key={id}>
      <Linked id={id} record={records[index]} />
    </dd>
  ))
}

/** A linked document with details, or only its number if the reader may not read it. */
function Linked({ id, record }: { id: string; record: ReferenceCandidate | undefined }) {
  const { t } = useRailText()
  if (record && record['readable'] !== false && typeof record['businessType'] === 'string')
    return <Readable id={id} record={record} type={record['businessType']} />
  return (
    <span className="row gap-10 between">
      <span className="num">{storedName(record, id)}</span>
      {record && <span className="oa-nothing">{t('linkHidden')}</span>}
    </span>
  )
}

/** Number and state, the title, then form, initiator and time. */
function Readable({ id, record, type }: { id: string; record: ReferenceCandidate; type: string }) {
  const { name } = useRailText()
  const linkTo = useDocumentLink()
  const starter = String(record['starter'])
  const people = usePeople([starter])
  return (
    <>
      <span className="row gap-10 between">
        <Link className="num" to={linkTo({ businessType: type, procInstId: id, routeName: '' })}>{storedName(record, id)}</Link>
        <StateDot state={Number(record['state'])} />
      </span>
      <span className="medium anywhere">{name(record.name)}</span>
      <span className="oa-linked-about row muted wrap">
        <span>{name(String(record['processName']))}</span>
        <Person id={starter} name={people.get(starter)?.name ?? ''} />
        <span className="num">{String(record['createTime']).slice(0, 10)}</span>
      </span>
    </>
  )
}

interface PhoneHistoryProps {
  readonly document: FiledDocument
  readonly context: ActionContext
  readonly foot: ReactNode
  readonly isOpen: boolean
  onToggle(): void
}

/** Number of initials in front of the line. */
const shownPeople = 3

/** The last decision and the current holders in one line; expands to history, comments and links. */
export function PhoneHistory({ document, context, foot, isOpen, onToggle }: PhoneHistoryProps) {
  const tabs = useRailTabs(document, context).map((item) => ({ ...item, children: <>{item.children}{item.key !== 'links' && foot}</> }))
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'start' })
  }, [isOpen])
  return (
    <section className="oa-phone-history" ref={place}>
      <button type="button" className="plain row line-top gap-12 wide" aria-expanded={isOpen} onClick={onToggle}>
        <People document={document} />
        <span className="cut">{useLatest(document)}</span>
        {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </button>
      {isOpen && (
        <div className="stack filled-column relative">
          <Tabs className="oa-detail-tabs" items={tabs} destroyOnHidden />
          <ProgressLink document={document} context={context} />
        </div>
      )}
    </section>
  )
}

function People({ document: { processRecord } }: Pick<PhoneHistoryProps, 'document'>) {
  const people = new Map(
    processRecord.flatMap(({ operator, userList }) => [...(operator ? [operator] : userList)]).map((person) => [person.id, person]),
  )
  return (
    <span className="oa-phone-people flex rigid" aria-hidden>
      {[...people.values()].slice(-shownPeople).map(({ id, name }) => <Initial key={id} id={id} name={name} size={24} />)}
    </span>
  )
}

/** The line's text: "Mingde Chen approved · Waiting for you". */
function useLatest({ processRecord, taskId, currentTask }: FiledDocument): string {
  const { t, name, label } = useDetailText()
  const rail = useRailText()
  const last = processRecord.findLast(({ operateType }) => operateType !== 'running' && operateType !== 'cc')
  const said = last?.operator &&
    `${name(last.operator.name)} ${wordsOf({ ...last, nodeName: '', nodeNameEn: '' }, { detail: t, rail: rail.t, label })}`
  return [said, taskId === null ? currentTask?.name : t('waitsForYou')].filter(Boolean).join(' · ')
}
