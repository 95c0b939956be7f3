import { BranchesOutlined, ExclamationCircleFilled, PlusOutlined, SendOutlined, UserOutlined, WarningFilled } from '@ant-design/icons'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { Block, Flow } from '#kernel/flow.ts'
import { MenuButton, type MenuSection } from '#shell/floating/Floating.tsx'
import { Person } from '#shell/parts/Person.tsx'
import type { DesignFinding, FoundPeople } from '../../../wire.ts'
import { type BlockPlace, branchesOf, type Fork, isFork, type Sequence, type Step, whole } from './tree.ts'
import { conditionText, modeWords, type Naming, ruleWords, startersWords } from '../wording/words.ts'
import './canvas.css'

/** Key of the selected card: `start`, `end`, the id of a step or block, or a branch as `block#0`. */
export type Selection = string

/** The key of a branch of a block. */
export const branchKey = (fork: string, branch: number): Selection => `${fork}#${branch}`

/** Path of a simulated document: steps entered and steps skipped. */
export interface DocumentPath {
  /** People by step; steps that are not in it are not on the path. */
  readonly people: ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>
  readonly skipped: ReadonlySet<string>
}

export interface CanvasProps {
  readonly flow: Flow
  readonly naming: Naming
  readonly selected?: Selection | undefined
  readonly found?: Readonly<Record<string, FoundPeople>> | undefined
  readonly findings?: readonly DesignFinding[] | undefined
  /** Comments by step. */
  readonly comments?: ReadonlyMap<string, number> | undefined
  readonly way?: DocumentPath | undefined
  /** Steps to mark as changed. */
  readonly changed?: ReadonlySet<string> | undefined
  /** Share of the natural size. @default 1 */
  readonly zoom?: number
  readonly name: string
  onSelect?(key: Selection): void
  /** Called for Enter on a card. */
  onOpen?(key: Selection): void
  /** Menu of the blocks that can be inserted at a place. Absent: read-only. */
  inserts?(place: BlockPlace): readonly MenuSection[]
  onMove?(id: string, place: BlockPlace): void
  /** Moves a branch to the place of another branch of its block. */
  onMoveBranch?(fork: string, branch: number, to: number): void
  /** Handles keys other than navigation. @returns whether the key was handled */
  onKey?(event: KeyboardEvent, key: Selection | undefined): boolean
}

/** A flow from top to bottom, branches side by side; arrow keys walk from card to card. */
export function Canvas(props: CanvasProps) {
  const { flow, naming, selected, zoom = 1, name, onOpen, onKey } = props
  const { t } = naming.text
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // menus of the drawing are rendered elsewhere in the page and handle their own keys
    if (!event.currentTarget.contains(event.target as Node)) return
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
    const key = card?.dataset['card']
    if (onKey?.(event, key) || walk(event, card)) taken(event)
  }
  /** Opens the panel of a card, or moves to the next card. @returns whether the key was handled */
  const walk = (event: KeyboardEvent<HTMLElement>, card: HTMLElement | null): boolean => {
    if (isModified(event)) return false
    const key = card?.dataset['card']
    if (event.key === 'Enter' && key !== undefined && onOpen) {
      onOpen(key)
      return true
    }
    return goTo(neighbour(event.currentTarget, card, event.key), props)
  }
  return (
    <div className="oa-fd-canvas grow scroll" role="group" aria-label={name} onKeyDown={press}>
      <ol className="oa-fd-line stack" style={{ zoom }}>
        <li className="oa-fd-item row column" data-first>
          <Card id="start" look={props} icon={<UserOutlined />} title={t('start')} text={startersWords(flow.settings.starters, naming)}
            isFirst={selected === undefined} />
        </li>
        <Steps steps={flow.steps} sequence={whole} look={props} />
        <li className="oa-fd-item row column">
          <span className="oa-fd-end on-grey second small">{t('end')}</span>
        </li>
      </ol>
    </div>
  )
}

const isModified = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey

/** Focuses a card and selects it. @returns whether there is one */
function goTo(card: HTMLElement | undefined, { onSelect }: Pick<CanvasProps, 'onSelect'>): boolean {
  if (!card) return false
  card.focus()
  onSelect?.(card.dataset['card']!)
  return true
}

const taken = (event: KeyboardEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/** The card to which an arrow key leads: up and down in reading order, left and right to the branch beside. */
function neighbour(canvas: HTMLElement, card: HTMLElement | null, key: string): HTMLElement | undefined {
  const cards = [...canvas.querySelectorAll<HTMLElement>('[data-card]')]
  if (!card) return key.startsWith('Arrow') ? cards[0] : undefined
  return inOrder[key] ? inOrder[key](cards, cards.indexOf(card)) : beside(card, key)
}

/** Cards to which keys lead in reading order. */
const inOrder: Readonly<Record<string, (cards: readonly HTMLElement[], at: number) => HTMLElement | undefined>> = {
  ArrowDown: (cards, at) => cards[at + 1],
  ArrowUp: (cards, at) => cards[at - 1],
  Home: (cards) => cards[0],
  End: (cards) => cards.at(-1),
}

const siblings = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' } as const

/** The first card of the branch beside. */
function beside(card: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined
  const branch = card.closest('.oa-fd-branch')?.[siblings[key]]
  return branch?.querySelector<HTMLElement>('[data-card]') ?? undefined
}

type Look = CanvasProps

function Steps({ steps, sequence, look, head }: { steps: readonly Block[]; sequence: Sequence; look: Look; head?: string }) {
  const { t, label } = look.naming.text
  const nameOf = (block: Block) => (isFork(block) ? t(`block.${block.block}`) : label(block) || t('noName'))
  const insertName = (index: number): string => {
    const before = steps[index - 1]
    if (before) return t('insertAfter', { name: nameOf(before) })
    return head === undefined ? t('insertAfter', { name: t('start') }) : t('insertInto', { name: head })
  }
  return (
    <>
      {steps.map((block, index) => (
        <li key={block.id} className="oa-fd-item row column" data-fork={isFork(block) || undefined}>
          <Gap place={{ ...sequence, index }} name={insertName(index)} look={look} />
          {isFork(block) ? <ForkBlock fork={block} look={look} /> : <StepCard step={block} look={look} />}
        </li>
      ))}
      <li className="oa-fd-item row column">
        <Gap place={{ ...sequence, index: steps.length }} name={insertName(steps.length)} look={look} />
      </li>
    </>
  )
}

/** Connector between two cards with the insert button; a drop target for dragged cards. */
function Gap({ place, name, look: { inserts, onMove } }: { place: BlockPlace; name: string; look: Look }) {
  const [isOver, setIsOver] = useState(false)
  if (!inserts) return <span className="oa-fd-gap row centred" />
  const accepts = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragged)) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onMove?.(event.dataTransfer.getData(dragged), place)
  }
  return (
    <span className="oa-fd-gap row centred" data-over={isOver || undefined} onDragOver={accepts} onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <MenuButton className="oa-fd-plus row elevated circle third centred" name={name} side="below-start" sections={inserts(place)}>
        <PlusOutlined aria-hidden />
      </MenuButton>
    </span>
  )
}

/** Drag data type of a step. */
const dragged = 'application/x-flow-step'

function StepCard({ step, look }: { step: Step; look: Look }) {
  const { naming, flow } = look
  const { t, label } = naming.text
  const looks = step.block === 'copy'
    ? { icon: <SendOutlined />, text: ruleWords(step.to, naming, flow) }
    : { icon: <UserOutlined />, text: ruleWords(step.by, naming, flow), sign: modeWords(step.mode, naming.text) }
  return (
    <Card id={step.id} look={look} {...looks} title={label(step) || t('noName')} way={wayOf(step.id, look)}>
      {step.when !== undefined && <When source={step.when} naming={naming} />}
      <StepPeople step={step.id} look={look} />
    </Card>
  )
}

/** Whether a step is on the simulated path; undefined without a simulation. */
function wayOf(step: string, { way }: Look): CardProps['way'] {
  if (!way?.people.has(step)) return way && 'beside'
  return way.skipped.has(step) ? 'skipped' : 'taken'
}

function When({ source, naming }: { source: string; naming: Naming }) {
  const condition = conditionText(source, naming)
  return <span className="oa-fd-when" title={condition}>{naming.text.t('onlyIf', { condition })}</span>
}

/** The people of a step: on the simulated path, or those found today. */
function StepPeople({ step, look }: { step: string; look: Look }) {
  const today = look.found?.[step]
  if (!look.way) return today ? <Today found={today} look={look} /> : null
  const people = look.way.people.get(step) ?? []
  return people.length > 0 ? <People people={people} /> : null
}

const People = ({ people }: { people: readonly { readonly id: string; readonly name: string }[] }) => (
  <span className="oa-fd-people flex wrap small gap-2-8">
    {people.slice(0, 3).map((person) => <Person key={person.id} {...person} />)}
    {people.length > 3 && <span>+{people.length - 3}</span>}
  </span>
)

function Today({ found: { people, problems }, look: { naming: { text } } }: { found: FoundPeople; look: Look }) {
  if (people.length > 0) return <People people={people} />
  return problems.length === 0 ? null : (
    <span className="oa-fd-warning">
      <WarningFilled aria-hidden /> {text.t('nobodyToday')}
    </span>
  )
}

interface CardProps {
  readonly id: Selection
  readonly look: Look
  readonly icon: ReactNode
  readonly title: string
  readonly sign?: string | undefined
  readonly text: string
  readonly way?: 'taken' | 'skipped' | 'beside' | undefined
  readonly isFirst?: boolean
  readonly children?: ReactNode
}

function Card({ id, look, icon, title, sign, text, way, isFirst = false, children }: CardProps) {
  const { selected, onSelect, inserts, changed } = look
  const worst = worstOf(id, look)
  const isChosen = selected === id
  return (
    <div className="oa-fd-card elevated round-8 flex gap-10 pad-8-12" role="button" tabIndex={isChosen || isFirst ? 0 : -1} data-card={id}
      data-level={worst?.level} data-way={way} data-changed={changed?.has(id) || undefined} aria-pressed={isChosen}
      draggable={inserts !== undefined && id !== 'start'} onDragStart={(event) => event.dataTransfer.setData(dragged, id)}
      onClick={() => onSelect?.(id)}
    >
      <span className="oa-fd-icon row on-accent accent rigid centred" aria-hidden>{icon}</span>
      <span className="oa-fd-body stack grow">
        <CardHead title={title} sign={sign} />
        <span className="oa-fd-text" title={text}>{text}</span>
        {children}
        <CardNotes id={id} look={look} way={way} worst={worst} />
      </span>
    </div>
  )
}

const CardHead = ({ title, sign }: Pick<CardProps, 'title' | 'sign'>) => (
  <span className="oa-fd-head flex gap-8 between">
    <strong className="anywhere">{title}</strong>
    {sign && <span className="muted rigid">{sign}</span>}
  </span>
)

/** The first error of a card, else its first warning. */
function worstOf(id: Selection, { findings = [] }: Look): DesignFinding | undefined {
  const own = findings.filter(({ nodeId }) => nodeId === id)
  return own.find(({ level }) => level === 'error') ?? own[0]
}

function CardNotes({ id, look: { comments, naming: { text: { t } } }, way, worst }: Pick<CardProps, 'id' | 'look' | 'way'> & {
  readonly worst: DesignFinding | undefined
}) {
  const remarks = comments?.get(id) ?? 0
  return (
    <>
      {way === 'skipped' && <span className="oa-fd-text">{t('passedBy')}</span>}
      {way === 'beside' && <span className="oa-fd-text">{t('notReached')}</span>}
      {worst && (
        <span className={worst.level === 'error' ? 'oa-fd-error' : 'oa-fd-warning'}>
          <ExclamationCircleFilled aria-hidden /> {worst.message}
        </span>
      )}
      {remarks > 0 && <span className="oa-fd-text">{t('commentCount', { count: remarks })}</span>}
    </>
  )
}

/** Branches side by side, each headed by its condition. */
function ForkBlock({ fork, look }: { fork: Fork; look: Look }) {
  return (
    <div className="oa-fd-fork row column" role="group" aria-label={look.naming.text.t(`block.${fork.block}`)}>
      <ForkHead fork={fork} look={look} />
      <ol className="oa-fd-branches flex centred">
        {branchesOf(fork).map((steps, branch) => (
          <li key={branch} className="oa-fd-branch row column relative">
            <BranchHead fork={fork} branch={branch} look={look} />
            <ol className="oa-fd-line stack">
              <Steps steps={steps} sequence={{ fork: fork.id, branch }} look={look} head={branchWords(fork, branch, look.naming)} />
            </ol>
          </li>
        ))}
      </ol>
    </div>
  )
}

function ForkHead({ fork, look: { selected, onSelect, inserts, findings = [], naming: { text: { t } } } }: { fork: Fork; look: Look }) {
  const worst = findings.find(({ nodeId }) => nodeId === fork.id)
  return (
    <div className="oa-fd-kind" role="button" tabIndex={selected === fork.id ? 0 : -1} data-card={fork.id}
      aria-pressed={selected === fork.id} data-level={worst?.level} draggable={inserts !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(dragged, fork.id)} onClick={() => onSelect?.(fork.id)}
    >
      <BranchesOutlined aria-hidden /> {t(`block.${fork.block}`)}
      {worst && (
        <span className={worst.level === 'error' ? 'oa-fd-error' : 'oa-fd-warning'}>
          <ExclamationCircleFilled aria-hidden /> {worst.message}
        </span>
      )}
    </div>
  )
}

/** Label of a branch: its condition, its number in a parallel block, or “otherwise”. */
function branchWords(fork: Fork, branch: number, naming: Naming): string {
  const { t } = naming.text
  if (fork.block === 'parallel') return t('branchNo', { number: branch + 1 })
  const when = fork.branches[branch]?.when
  return when === undefined ? t('otherwise') : conditionText(when, naming)
}

/** Drag data type of a branch, per block: a branch can only be dropped on branches of the same block. */
const draggedBranch = (fork: string): string => `application/x-flow-branch-${fork.toLowerCase()}`

function BranchHead({ fork, branch, look: { naming, selected, onSelect, onMoveBranch } }: { fork: Fork; branch: number; look: Look }) {
  const [isOver, setIsOver] = useState(false)
  const key = branchKey(fork.id, branch)
  const isDefault = fork.block !== 'parallel' && branch === fork.branches.length
  const words = branchWords(fork, branch, naming)
  const kind = draggedBranch(fork.id)
  const accepts = (event: DragEvent) => {
    if (isDefault || !event.dataTransfer.types.includes(kind)) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onMoveBranch?.(fork.id, Number(event.dataTransfer.getData(kind)), branch)
  }
  return (
    <div className="oa-fd-condition anywhere text-centre" role="button" tabIndex={selected === key ? 0 : -1} data-card={key}
      data-default={isDefault || undefined} data-plain={fork.block === 'parallel' || undefined} data-over={isOver || undefined}
      aria-pressed={selected === key} title={words} draggable={onMoveBranch !== undefined && !isDefault}
      onDragStart={(event) => event.dataTransfer.setData(kind, String(branch))} onDragOver={accepts} onDragLeave={() => setIsOver(false)}
      onDrop={drop} onClick={() => onSelect?.(key)}
    >
      {words}
    </div>
  )
}
