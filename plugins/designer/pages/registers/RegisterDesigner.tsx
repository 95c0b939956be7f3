import { EllipsisOutlined, HistoryOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { MenuButton } from '#shell/floating/Floating.tsx'
import { useDebounced } from '#shell/parts/use-delay.ts'
import { can } from '../../permissions.ts'
import { registerPath, registerRights } from '../../registers/register.ts'
import type { RegisterContent, RegisterDesign } from '../../registers/wire.ts'
import type { DesignProblem } from '../../wire.ts'
import { FailureNote } from '../parts/FailureNote.tsx'
import { StatePill } from '../parts/StatePill.tsx'
import { useDesignerText } from '../texts.ts'
import { savedTime } from '../use-design.ts'
import { checkQuery } from './calls.ts'
import { type RegisterDesigning, RegisterDesigningContext, useRegisterDesigning } from './designing.ts'
import { FieldsPart } from './FieldsPart.tsx'
import { ListPart, RightsPart } from './ListPart.tsx'
import { ActDialog, type RegisterAct, Versions } from './Publishing.tsx'
import { useRegisterText } from './texts.ts'
import { type RegisterEditing, useRegister } from './use-register.ts'
import '../designer.css'

const tabs = ['fields', 'list', 'rights', 'uses'] as const

interface RegisterDesignerProps {
  readonly loaded: RegisterDesign
  readonly isReadOnly: boolean
  /** The screen is too small for editing. */
  readonly isSmall: boolean
}

/** A register as it is drawn: its fields, its list, who sees what, and what refers to it, each stored as it is changed. */
export function RegisterDesigner({ loaded, isReadOnly, isSmall }: RegisterDesignerProps) {
  const editing = useRegister(loaded)
  const { content, design, apply } = editing
  const { t } = useRegisterText()
  const designer = useDesignerText()
  const [tab, setTab] = useState<string>('fields')
  const [selected, select] = useState<string>()
  const problems = useProblems(content)
  const isClosed = isReadOnly || design.state === 'stopped' || editing.state === 'moved'
  const designing: RegisterDesigning = { content, design, isReadOnly: isClosed, problems, selected, select, apply }
  const views: Readonly<Record<typeof tabs[number], () => React.ReactNode>> = { fields: () => <FieldsPart />, list: () => <ListPart />,
    rights: () => <RightsPart />, uses: () => <UsesPart /> }
  const counts: Readonly<Partial<Record<typeof tabs[number], number>>> = { fields: Object.keys(content.fields).length,
    uses: design.uses.length }
  return (
    <RegisterDesigningContext value={designing}>
      <div className="stack fill low">
        <Head editing={editing} problems={problems} isReadOnly={isClosed} isSmall={isSmall}
          onProblems={() => setTab(placeOf(problems[0]))} />
        {isSmall && <p className="oa-ff-note on-orange orange flat">{designer.t('readOnlyNote')}</p>}
        <Tabs className="oa-ff-tabs rigid" activeKey={tab} onChange={setTab} tabBarExtraContent={<SaveNote editing={editing} />}
          items={tabs.map((key) => ({ key, label: (
            <>
              {t(`part.${key}`)}
              {counts[key] !== undefined && <span className="oa-ff-count num muted left-6">{counts[key]}</span>}
            </>
          ) }))} />
        <div className="stack filled-column">{views[tab as typeof tabs[number]]()}</div>
      </div>
    </RegisterDesigningContext>
  )
}

/** The tab in which a problem is mended. */
function placeOf(problem: DesignProblem | undefined): string {
  const where = problem?.where ?? ''
  if (where.startsWith('scope')) return 'rights'
  return /^(columns|filters|search|sort|key|unique|shown|enable)\b/.test(where) ? 'list' : 'fields'
}

function useProblems(content: RegisterContent): readonly DesignProblem[] {
  const settled = useDebounced(content, 700)
  return useQuery({ ...checkQuery(useHttp(), settled), placeholderData: keepPreviousData }).data ?? []
}

interface HeadProps {
  readonly editing: RegisterEditing
  readonly problems: readonly DesignProblem[]
  readonly isReadOnly: boolean
  readonly isSmall: boolean
  onProblems(): void
}

/** The head of a register: its version, what keeps it from being published, and what may be done with it. */
function Head(props: HeadProps) {
  const { editing: { design, take } } = props
  const [act, setAct] = useState<RegisterAct>()
  const [isHistory, setIsHistory] = useState(false)
  return (
    <>
      <FailureNote failure={design.failure} version={design.version} onHistory={() => setIsHistory(true)} />
      <header className="oa-ff-head row rigid wrap gap-8-16 between pad-12-24-4">
        <Title editing={props.editing} />
        <Actions {...props} onAct={setAct} onHistory={() => setIsHistory(true)} />
        {isHistory && (
          <Versions design={design} onClose={() => setIsHistory(false)} onRollback={(before) =>
            setAct({ kind: 'rollback', version: before })} />
        )}
        {act && <ActDialog design={design} full={design} act={act} onDone={take} onClose={() => setAct(undefined)} />}
      </header>
    </>
  )
}

const nextVersion = ({ last }: RegisterDesign): number => last + 1

function Title({ editing: { design, content } }: Pick<HeadProps, 'editing'>) {
  const { t, label } = useRegisterText()
  const { version, records, uses, page } = design
  return (
    <div className="oa-ff-title row wrap narrow">
      <h1>{label(content)}</h1>
      <StatePill design={design} />
      <span className="oa-ff-quiet small">
        {version === null ? t('neverPublished') : t('inForceNote', { version, records, uses: uses.length })}
      </span>
      {version !== null && may(registerRights(page).view) && <Link to={registerPath(page)}>{t('openList')}</Link>}
    </div>
  )
}

function Actions(
  { editing, problems, isReadOnly, isSmall, onProblems, onAct, onHistory }: HeadProps & { onAct(act: RegisterAct): void;
    onHistory(): void },
) {
  const designer = useDesignerText()
  return (
    <div className="row wrap gap-8">
      {problems.length > 0 && (
        <Button type="text" danger onClick={onProblems}>{designer.t('problemCount', { count: problems.length })}</Button>
      )}
      {!isReadOnly && <Steps editing={editing} />}
      <Button icon={<HistoryOutlined aria-hidden />} onClick={onHistory}>{designer.t('versions')}</Button>
      {may(can.publish) && <Acts editing={editing} isSmall={isSmall} isReady={problems.length === 0} onAct={onAct} />}
    </div>
  )
}

interface ActsProps extends Pick<HeadProps, 'editing' | 'isSmall'> {
  /** True where the draft can be published. */
  readonly isReady: boolean
  onAct(act: RegisterAct): void
}

/** Stopping and publishing, for those who may. */
function Acts({ editing: { design, state }, isSmall, isReady, onAct }: ActsProps) {
  const designer = useDesignerText()
  return (
    <>
      {design.state === 'published' && (
        <MenuButton className="oa-ff-more high-32 round-6" name={designer.t('more')} side="below-end"
          sections={[{ key: 'register', items: [{ key: 'stop', label: designer.t('stop'), choose: () => onAct({ kind: 'stop' }) }] }]}
        >
          <EllipsisOutlined aria-hidden />
        </MenuButton>
      )}
      {!isSmall && (
        <Button type="primary" disabled={!isReady || state !== 'saved' || !isNew(design)} onClick={() => onAct({ kind: 'publish' })}>
          {designer.t('publishNo', { version: nextVersion(design) })}
        </Button>
      )}
    </>
  )
}

/** Returns whether publishing changes anything. */
const isNew = ({ version, isChanged, state }: RegisterDesign): boolean => version === null || isChanged || state === 'stopped'

function Steps({ editing }: Pick<HeadProps, 'editing'>) {
  const { t } = useDesignerText()
  return (
    <>
      <Button type="text" disabled={!editing.canUndo} aria-label={t('undo')} icon={<UndoOutlined />} onClick={editing.undo} />
      <Button type="text" disabled={!editing.canRedo} aria-label={t('redo')} icon={<RedoOutlined />} onClick={editing.redo} />
    </>
  )
}

function SaveNote({ editing: { design, state, problem, retry, load } }: { editing: RegisterEditing }) {
  const { t } = useRegisterText()
  const designer = useDesignerText()
  if (state === 'moved' || state === 'refused')
    return (
      <span className="oa-ff-wrong" role="alert">
        {problem}{' '}
        <Button type="link" size="small" onClick={() => (state === 'moved' ? void load() : retry())}>
          {state === 'moved' ? t('loadTheirs') : designer.t('retry')}
        </Button>
      </span>
    )
  return (
    <span className="oa-ff-quiet small" role="status">
      {state === 'saving' ? designer.t('saving') : designer.t('savedAt', { time: savedTime(design.savedAt) })}
    </span>
  )
}

/** The forms and registers that refer to it. */
function UsesPart() {
  const { design: { uses } } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  return (
    <div className="oa-ff-page stack filled-column gap-12 scroll">
      {uses.length === 0 && <p className="oa-ff-quiet small">{t('usedNowhere')}</p>}
      <ul className="oa-ff-uses unlisted">
        {uses.map((use) => (
          <li key={`${use.kind} ${use.key} ${use.field.en}`}>
            <Link to={use.path}>{label(use)}</Link>{' '}
            <span className="oa-ff-quiet small">{t(use.kind === 'form' ? 'useOfForm' : 'useOfRegister', { name: label(use.field) })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
