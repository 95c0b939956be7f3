import { ClockCircleOutlined, UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { bearingDepartments, pathsAs } from '#kernel/fields/roles.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { ApproverRule } from '#kernel/flow.ts'
import { approvalNode, simpleRules } from '#kernel/flow/flow-nodes.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { PathNode, ResubmissionPath } from '#approval/wire/path.ts'
import { roughly, useUsualText, useUsualTimes, usualSpan } from '#shell/detail/progress/usual.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { lazyPage } from '#shell/routing/chunks.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { useProgressText } from '#shell/detail/progress/texts.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../texts.ts'
import { copyNode, NodeLine } from './NodeLine.tsx'
import type { Preview } from './use-calculation.ts'
import './path.css'

const ChoosePeople = lazyPage(async () => (await import('./ChoosePeople.tsx')).ChoosePeople)

const load = () => void ChoosePeople.load().catch(() => undefined)

/** The approver preview for the current input, with reasons; updated on changes. */
export function PathPreview({ preview }: { preview: Preview }) {
  const { t } = useFormText()
  const { nodes, isAsking, failure } = preview
  const isOld = isAsking && nodes !== undefined
  return (
    <div className={isOld ? 'oa-path is-asking' : 'oa-path'} aria-busy={isAsking}>
      <div className="oa-path-title baseline flex between">
        <h2 className="bold">{t('path')}</h2>
        <span className="muted" role="status">{t(isAsking ? 'pathAsking' : 'pathNote')}</span>
      </div>
      <Again preview={preview} />
      {failure !== undefined && <p className="red small line-18" role="alert">{failure || t('pathFailed')}</p>}
      {nodes ? <Nodes nodes={nodes} preview={preview} /> : failure === undefined && <RowsSkeleton rows={6} columns={['80%']} />}
    </div>
  )
}

/** The approvers who decide again when a returned document is resubmitted, and the reason. */
function Again({ preview: { again, nodes } }: { preview: Preview }) {
  const { t, label } = useFormText()
  const node = nodes?.find(({ nodeId }) => nodeId === again?.node)
  if (!again || !node) return null
  const step = label({ cn: node.nodeName, en: node.nodeNameEn })
  const [title, why] = again.way === 'direct'
    ? [t('againDirect', { step }), t('againDirectWhy')]
    : [t(again.way === 'seen' ? 'againSeen' : 'againAll'), again.way === 'inOrder' ? t('againInOrder', { step }) : changedWhy(again)]
  return (
    <div className="oa-path-again on-accent round-8 below-12" role="status">
      <strong className="bold">{title}</strong>
      <p className="second small line-18">{why}</p>
    </div>
  )
  function changedWhy({ changed }: ResubmissionPath): string {
    return changed.length === 0 ? t('againVersion') : t('againChanged', { names: changed.map(label).join(t('listed')) })
  }
}

/** Returns whether a node's decision still counts, because it precedes the node at which the document resumes directly. */
const isKept = ({ nodes, again }: Preview, node: PathNode): boolean =>
  again?.way === 'direct' && nodes !== undefined && nodes.indexOf(node) < nodes.findIndex(({ nodeId }) => nodeId === again.node)

function Nodes({ nodes, preview }: { nodes: readonly PathNode[]; preview: Preview }) {
  const { news, choices, choose } = preview
  const { t } = useFormText()
  const store = useStore()
  const [chosen, setChosen] = useState<PathNode>()
  const usual = useUsualText(store.form.key)
  const isUnfilled = usePart((store) => store.allProblems().some(({ level, code }) => level === 'block' && code.startsWith('field.')))
  return (
    <>
      <PathTime nodes={nodes} businessType={store.form.key} />
      <ol className="oa-steps">
        <StartLine />
        {nodes.filter(({ state }) => state !== 'skipped').map((node) => (
          <NodeLine key={node.nodeId} node={node} news={news} tone={isKept(preview, node) ? 'kept' : 'coming'}
            usual={isKept(preview, node) ? t('againKept') : usual(node.nodeId)}
            awaits={isUnfilled ? (awaitedField(store.form, store.value, node.nodeId) ?? 'form') : undefined}
          >
            {node.selectUser && (
              <Button size="small" icon={<UserAddOutlined />} onPointerEnter={load} onFocus={load} onClick={() => setChosen(node)}>
                {t('choosePeople')}
              </Button>
            )}
          </NodeLine>
        ))}
      </ol>
      <Suspense>
        {chosen && (
          <ChoosePeople node={chosen} chosen={choices[chosen.nodeId] ?? chosen.userList.map(({ id }) => id)} onClose={() =>
            setChosen(undefined)} onChoose={(people) => choose(chosen.nodeId, people)} />
        )}
      </Suspense>
    </>
  )
}

function StartLine() {
  const { t } = useFormText()
  const user = useRead(reads.user)
  return (
    <li className="oa-step relative">
      <span className="oa-step-dot row surface circle third centred absolute" data-tone="now" aria-hidden />
      <div className="oa-step-head baseline flex gap-8 between">{t('start')}</div>
      {user && (
        <div className="oa-step-people flex wrap">
          <Person id={user.id} name={user.name} />
        </div>
      )}
      <div className="oa-step-why">{t('self')}</div>
    </li>
  )
}

/** The first empty field that determines a node's people; undefined if none is empty. */
export function awaitedField(form: Form, value: FormValue, nodeId: string): FieldDefinition | undefined {
  const rule = approvalNode(form.flow, nodeId)?.by
  const paths = rule
    ? pathsOf(rule).flatMap((path) => (path === bearingDepartments ? pathsAs(form.fields, 'bearingDepartment') : [path]))
    : []
  return paths.map((path) => emptyAt(form, value, path)).find((field) => field !== undefined)
}

function emptyAt(form: Form, value: FormValue, path: string): FieldDefinition | undefined {
  const [name = '', column] = path.split('.')
  const field = form.fields[name]
  if (!field || field.system) return undefined
  if (column === undefined) return isEmpty(field, value[name]) ? field : undefined
  return emptyColumn(field.columns?.[column], rowsAt(value, name).map((row) => row[column]))
}

const emptyColumn = (column: FieldDefinition | undefined, cells: readonly unknown[]): FieldDefinition | undefined =>
  column && (cells.length === 0 || cells.some((held) => isEmpty(column, held))) ? column : undefined

const isEmpty = (field: FieldDefinition, held: unknown): boolean => kindOf(field).empty(held ?? null)

const pathsOf = (rule: ApproverRule): readonly string[] =>
  simpleRules(rule).flatMap((each) => {
    if (each.rule === 'role') return each.scope ?? []
    return 'field' in each ? (each.field ?? []) : []
  })

interface PathTimeProps {
  readonly nodes: readonly PathNode[]
  readonly businessType: string
}

const minute = 60_000

/** The usual duration of the whole path, and its longest step; hidden if most durations are unknown. */
function PathTime({ nodes, businessType }: PathTimeProps) {
  const { t, label, locale } = useFormText()
  const spans = useProgressText()
  const usual = useUsualTimes(businessType)
  const [now] = useState(() => Date.now())
  const steps = nodes.filter(({ state, nodeType }) => state !== 'skipped' && state !== 'auto' && nodeType !== copyNode)
  const timed = steps.flatMap((node) => (usual[node.nodeId] ? [{ ...node, minutes: usual[node.nodeId] ?? 0 }] : []))
  const longest = timed.toSorted((one, other) => other.minutes - one.minutes)[0]
  if (!longest || timed.length < 2 || timed.length * 2 < steps.length) return null
  const whole = roughly(timed.reduce((sum, { minutes }) => sum + minutes, 0))
  return (
    <div className="oa-path-time muted line-bottom line-18 below-12">
      <p>
        <ClockCircleOutlined aria-hidden /> <strong className="ink medium">{t('pathUsual', { time: usualSpan(whole, spans.t) })}</strong>
        <span className="num">{t('pathBy', { date: dayOf(todayOf(new Date(now + whole * minute)), locale) })}</span>
      </p>
      <div className="flex gap-2" aria-hidden>
        {timed.map((node) => <i key={node.nodeId} data-longest={node === longest || undefined} style={{ flexGrow: node.minutes }} />)}
      </div>
      <p>{t('pathLongest', { name: label({ cn: longest.nodeName, en: longest.nodeNameEn }) })}</p>
    </div>
  )
}

/** Formats a date without year: "30 Nov", "11月30日". */
const dayOf = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'cn' ? 'zh-CN' : 'en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
