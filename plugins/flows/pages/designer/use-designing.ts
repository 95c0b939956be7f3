import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import type { Block, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { MenuSection } from '#shell/floating/Floating.tsx'
import type { DesignView } from '../../wire.ts'
import type { useNaming } from './calls.ts'
import { branchKey, type Selection } from './drawing/Canvas.tsx'
import { chains, freshId, newCopy, newStep } from './drawing/templates.ts'
import { blockOf, blocksOf, change, changeBranch, copyOf, type Fork, insert, isFork, moveBranch, nudge, type BlockPlace, placeOf, remove,
  removeBranch, sequenceOf, type Step } from './drawing/tree.ts'
import type { DraftEditing } from './use-draft.ts'

/** The selection: a step, a block with branches, or one of its branches; empty for the flow itself. */
export interface Chosen {
  readonly block?: Block | undefined
  readonly step?: Step | undefined
  readonly fork?: Fork | undefined
  readonly branch?: number | undefined
}

/** The part of the flow that a key of the drawing names. */
export function chosenOf(flow: Flow, selected: Selection | undefined): Chosen {
  const [id = '', branch] = selected?.split('#') ?? []
  const block = blockOf(flow, id)
  if (!block) return {}
  return isFork(block) ? { block, fork: block, branch: branch === undefined ? undefined : Number(branch) } : { block, step: block }
}

/** The step that was copied last, in any draft of this window. */
const clipboard: { block: Block | undefined } = { block: undefined }

const keepCopied = (block: Block | undefined) => {
  clipboard.block = block
}

interface Designing {
  readonly editing: DraftEditing
  readonly form: Form
  readonly isReadOnly: boolean
  readonly page: RefObject<HTMLElement | null>
  onSelect(key: Selection | undefined): void
  onSimulate(): void
}

/** Edits of the drawing of a draft, by its menus and its keys. */
export function useDesigning({ editing, form, isReadOnly, page, onSelect, onSimulate }: Designing) {
  const { flow, apply } = editing
  useHistoryKeys(editing, page, isReadOnly)
  const when = firstCondition(form)
  const focusCard = (key: Selection) => requestAnimationFrame(() => holdFocus(page.current, key))
  const goTo = (key: Selection) => {
    onSelect(key)
    focusCard(key)
  }
  const put = (place: BlockPlace, added: readonly Block[]) => {
    apply(added.reduceRight((before, each) => insert(before, place, each), flow))
    if (added[0]) goTo(added[0].id)
  }
  const drop = (id: string) => {
    const place = placeOf(flow, id)
    if (!place) return
    const next = remove(flow, id)
    apply(next)
    goTo(sequenceOf(next, place)?.[Math.max(0, place.index - 1)]?.id ?? place.fork ?? 'start')
  }
  const dropBranch = (fork: string, at: number) => {
    apply(removeBranch(flow, fork, at))
    onSelect(undefined)
    focusCard('start')
  }
  const shiftBranch = (fork: string, branch: number, to: number) => {
    const next = moveBranch(flow, fork, branch, to)
    if (isSame(next, flow)) return
    apply(next)
    goTo(branchKey(fork, to))
  }
  const heldKeys: Readonly<Record<string, (own: string) => boolean>> = {
    c: (own) => {
      keepCopied(blockOf(flow, own))
      return true
    },
    x: (own) => {
      keepCopied(blockOf(flow, own))
      drop(own)
      return true
    },
    v: (own) => {
      if (!clipboard.block) return false
      const place = placeOf(flow, own)
      if (place) put({ ...place, index: place.index + 1 }, [copyOf(clipboard.block, () => freshId('step'))])
      return true
    },
  }
  /** Keys with Alt, Ctrl or ⌘ on a step or block. */
  const actHeld = (event: KeyboardEvent, own: string): boolean => {
    const by = event.altKey ? nudges[event.key] : undefined
    if (by === undefined) return isHeld(event) && (heldKeys[event.key]?.(own) ?? false)
    apply(nudge(flow, own, by))
    focusCard(own)
    return true
  }
  /** Alt with an arrow key on the head of a branch. */
  const actOnBranch = (event: KeyboardEvent, key: Selection): boolean => {
    const by = event.altKey ? branchNudges[event.key] : undefined
    if (by === undefined) return false
    const [fork = '', branch] = key.split('#')
    shiftBranch(fork, Number(branch), Number(branch) + by)
    return true
  }
  const erase = (key: Selection) => {
    const [id = '', branch] = key.split('#')
    if (branch === undefined) drop(id)
    else if (isRemovable(flow, key)) dropBranch(id, Number(branch))
  }
  const actPlain = (event: KeyboardEvent, key: Selection): boolean => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return isLetter(event, 'a') && openPlus(page.current, key)
    erase(key)
    return true
  }
  /** Keys that change the flow. */
  const edit = (event: KeyboardEvent, key: Selection): boolean => {
    if (key === 'start') return isLetter(event, 'a') && !isHeld(event) && openPlus(page.current, key)
    if (key.includes('#') ? actOnBranch(event, key) : actHeld(event, key)) return true
    return isPlain(event) && actPlain(event, key)
  }
  const act = (event: KeyboardEvent, key: Selection | undefined): boolean => {
    if (event.key === 'Enter' && isHeld(event)) {
      onSimulate()
      return true
    }
    if (isLetter(event, 'f') && isPlain(event)) return focusIn(page.current, '[data-feel]')
    return !isReadOnly && key !== undefined && edit(event, key)
  }
  return { when, goTo, put, drop, dropBranch, shiftBranch, act }
}

/** The blocks that can be put into a gap. */
export function insertsOf(
  { design, naming: { text }, when, put }: { design: DesignView; naming: ReturnType<typeof useNaming>; when: string;
    put(place: BlockPlace, added: readonly Block[]): void },
) {
  const { t } = text
  return (place: BlockPlace): readonly MenuSection[] => {
    const item = (key: string, words: string, added: () => readonly Block[]) => ({ key, label: words, choose: () => put(place, added()) })
    const roles = new Set(design.roles.map(({ key }) => key))
    const copied = clipboard.block
    return [
      { key: 'steps', name: t('insertSteps'),
        items: [item('step', t('newStep'), () => [newStep()]), item('copy', t('copyStep'), () => [newCopy()]), ...(copied ?
          [item('paste', t('pasteNamed', { name: nameOfCopied(copied, text) }),
            () => [copyOf(copied, ({ block: kind }) => freshId(kind === 'copy' ? 'copy' : 'step'))])] :
          [])] },
      { key: 'branches', name: t('insertBranches'),
        items: (['exclusive', 'inclusive', 'parallel'] as const).map((kind) =>
          item(kind, t(`block.${kind}`), () => [forkOf(kind, when)])
        ) },
      { key: 'chains', name: t('insertChain'), items: chains.filter((chain) => rolesOf(chain.steps()).every((role) => roles.has(role)))
        .map((chain) => item(chain.name, t(chain.name), chain.steps)) },
    ]
  }
}

interface EditedCondition {
  readonly value: string | undefined
  readonly isOptional: boolean
  put(value: string | undefined): void
}

/** The condition of what is selected; undefined where it has none. */
export function conditionOf({ step, fork, branch }: Chosen, { flow, apply }: DraftEditing): EditedCondition | undefined {
  if (step)
    return { value: step.when, isOptional: true,
      put: (value) => apply(change(flow, step.id, (each) => withAttributes(each, { when: value }))) }
  if (!fork || branch === undefined || fork.block === 'parallel') return undefined
  const own = fork.branches[branch]
  return own && { value: own.when, isOptional: false, put: (value) => apply(changeBranch(flow, fork.id, branch, value ?? '')) }
}

/** Undo and redo with the keyboard, wherever the focus is on the page but in a text. */
function useHistoryKeys(history: Pick<DraftEditing, 'undo' | 'redo'>, page: RefObject<HTMLElement | null>, isReadOnly: boolean) {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const command = historyCommand(event)
    if (!command || isReadOnly || !page.current?.offsetParent) return
    event.preventDefault()
    const held = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset['card']
    history[command]()
    if (held !== undefined) holdFocus(page.current, held)
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function historyCommand(event: globalThis.KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!isHeld(event) || isTyping(event.target)) return undefined
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : undefined
}

const nudges: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }
const branchNudges: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Returns whether nothing was moved. */
const isSame = (one: Flow, other: Flow): boolean => JSON.stringify(one) === JSON.stringify(other)

type Modifiers = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>

const isHeld = ({ ctrlKey, metaKey }: Modifiers): boolean => ctrlKey || metaKey
const isPlain = (event: Modifiers): boolean => !isHeld(event) && !event.altKey
const isLetter = (event: KeyboardEvent, letter: string): boolean => event.key.toLowerCase() === letter

const forkOf = (kind: Fork['block'], when: string): Block => (kind === 'parallel'
  ? { block: kind, id: freshId('branches'), branches: [[newStep()], [newStep()]] }
  : { block: kind, id: freshId('branches'), branches: [{ when, steps: [newStep()] }], otherwise: [] })

/** A block with other attributes; those that are undefined are removed, as stored flows leave them out. */
export const withAttributes = <Held extends Block>(block: Held, part: Readonly<Record<string, unknown>>): Held =>
  Object.fromEntries(Object.entries({ ...block, ...part }).filter(([, value]) => value !== undefined)) as unknown as Held

const nameOfCopied = (block: Block,
  { t, label }: ReturnType<typeof useNaming>['text']): string => (isFork(block) ? t(`block.${block.block}`) : label(block))

const rolesOf = (steps: readonly Block[]): readonly string[] =>
  blocksOf(steps).flatMap((block) => block.block === 'approve' && block.by.rule === 'role' ? [block.by.role] : [])

/** A condition to begin with: the amount of the form, or one that always holds. */
function firstCondition(form: Form): string {
  if (form.amount !== undefined) return `${form.amount} > 0`
  return 'true'
}

function isRemovable(flow: Flow, key: Selection): boolean {
  const [fork = '', branch] = key.split('#')
  const block = blockOf(flow, fork)
  return block !== undefined && isFork(block) && Number(branch) < block.branches.length
}

const cardOf = (page: HTMLElement | null, key: Selection) => page?.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`)

/** Frames during which a drawing is waited for: it follows a change some frames later. */
const mostFrames = 60

/**
 * Focuses a card once it is drawn, and again where the drawing moves it: elements that are moved lose the focus. The start has the focus
 * where the card is removed.
 */
function holdFocus(page: HTMLElement | null, key: Selection, frames = mostFrames): void {
  const card = cardOf(page, key)
  if (card) card.focus()
  if (frames > 0) requestAnimationFrame(() => (card ? keepFocus(page, key, frames - 1) : holdFocus(page, key, frames - 1)))
}

/** Restores the focus of a card that loses it to nothing; ends as soon as something else has the focus. */
function keepFocus(page: HTMLElement | null, key: Selection, frames: number): void {
  const card = cardOf(page, key)
  const isLost = document.activeElement === document.body
  if (isLost) (card ?? cardOf(page, 'start'))?.focus()
  else if (document.activeElement !== card) return
  if (frames > 0) requestAnimationFrame(() => keepFocus(page, key, frames - 1))
}

/** Focuses an element of the page. @returns whether there is one */
export function focusIn(page: HTMLElement | null, selector: string): boolean {
  const target = page?.querySelector<HTMLElement>(selector)
  target?.focus()
  return target !== null && target !== undefined
}

/** Opens the menu of the gap after a card; after the whole block if the card is the head of a block with branches. */
function openPlus(page: HTMLElement | null, key: Selection): boolean {
  const card = page?.querySelector(`[data-card="${CSS.escape(key)}"]`)
  const block = card?.classList.contains('oa-fd-kind') ? card.closest('.oa-fd-fork') : card
  const pluses = [...(page?.querySelectorAll<HTMLElement>('.oa-fd-plus') ?? [])]
  const next = block &&
    pluses.find((plus) => !block.contains(plus) && (block.compareDocumentPosition(plus) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  next?.click()
  return next !== undefined
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
