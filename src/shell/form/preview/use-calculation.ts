import { useCallback, useEffect, useRef, useState } from 'react'
import type { ResubmissionPath, PathNode } from '#approval/wire/path.ts'
import { isFailure } from '#providers/failure.ts'
import { bookOf } from '#fields/references/book.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useHttp } from '#shell/backend.ts'
import type { FormStore } from '../store/form-store.ts'
import { problemOf } from '../store/problems.ts'
import { type Calculation, calculationPath, type FirstCalculation, learnRecords } from './first-calculation.ts'
import { nodeListOf, partsOf, type NodeChoices } from './path.ts'

export interface Preview {
  readonly nodes: readonly PathNode[] | undefined
  /** The approvers that filing it again asks; of a returned document. */
  readonly again: ResubmissionPath | undefined
  /** Node and person that the answer before did not have. */
  readonly news: ReadonlySet<string>
  readonly isAsking: boolean
  readonly failure: string | undefined
  readonly choices: NodeChoices
  choose(node: string, people: readonly string[]): void
  /** Asks now. */
  ask(): Promise<void>
}

/** Milliseconds after the last change of the person. */
const pause = 500
/** Milliseconds for what the form fills in by itself: records that the last answer names may still be on their way. */
const fillPause = 150
const nothing: ReadonlySet<string> = new Set()

interface CalculationInput {
  /** The document that is filed again. */
  readonly businessKey: string | undefined
  readonly first: FirstCalculation | undefined
}

/** Calculates the form as if it were filed now: asked half a second after a change that matters. */
export function useCalculation(store: FormStore, { businessKey, first }: CalculationInput): Preview {
  const http = useHttp()
  const [known] = useState(() => first?.answer && takeOver(store, first.answer))
  const [nodes, setNodes] = useState(known?.nodes)
  const [again, setAgain] = useState<ResubmissionPath>()
  const [news, setNews] = useState(nothing)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [choices, setChoices] = useState<NodeChoices>({})
  const running = useRef<AbortController>(undefined)
  const prefetched = useRef(known ? undefined : first?.calculation)
  const parts = useRef(known?.parts)
  const chosen = useRef(choices)
  const answered = useRef(known?.signature)
  const following = useRef<FormChangeWatcher>(undefined)

  const setIsAsking = useCallback((asks: boolean) => {
    store.pendingCalculation.set(asks)
    setAsking(asks)
  }, [store])
  const query = useCallback((signal: AbortSignal) => {
    const before = prefetched.current
    prefetched.current = undefined
    const now = () =>
      http.query<Calculation>(calculationPath(store.form), { parameters: store.value, nodeList: nodeListOf(chosen.current),
        ...(businessKey && { businessKey }) }, { quiet: true, signal })
    return before?.catch(now) ?? now()
  }, [http, store, businessKey])
  const take = useCallback((answer: Calculation) => {
    learnRecords(bookOf(http), store.form, answer)
    const shown = takeOver(store, answer)
    answered.current = shown.signature
    // values that the form has filled in by itself are no news
    setNews(store.changes > 0 ? newParts(parts.current, shown.parts) : nothing)
    parts.current = shown.parts
    setNodes(answer.nodes)
    setAgain(answer.again)
    setFailure(undefined)
  }, [http, store])
  const ask = useCallback(async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setIsAsking(true)
    store.flush()
    try {
      const answer = await query(controller.signal)
      if (!controller.signal.aborted) take(answer)
    } catch (error) {
      if (controller.signal.aborted) return
      setFailure(isFailure(error) ? error.message : '')
    }
    if (running.current !== controller) return
    running.current = undefined
    setIsAsking(false)
    following.current?.answered()
  }, [store, query, take, setIsAsking])

  useEffect(() => {
    const current = follow(store, { ask: () => void ask(), isRunning: () => running.current !== undefined,
      isAnswered: (entered) => entered === answered.current, showAsking: setIsAsking })
    following.current = current
    return () => current.stop()
  }, [store, ask, setIsAsking])
  useEffect(() => () => running.current?.abort(), [])

  const choose = (node: string, people: readonly string[]) => {
    chosen.current = { ...chosen.current, [node]: people }
    setChoices(chosen.current)
    void ask()
  }
  return { nodes, again, news, isAsking, failure, choices, choose, ask }
}

/** The parts of an answer that the preview draws, or compares the next one with. */
interface ShownCalculation {
  readonly nodes: readonly PathNode[]
  readonly parts: ReadonlySet<string>
  readonly signature: string
}

function takeOver(store: FormStore, answer: Calculation): ShownCalculation {
  store.answer(answer.value, ownProblems(store, answer.problems))
  return { nodes: answer.nodes, parts: partsOf(answer.nodes), signature: signature(store.form, answer.value) }
}

const newParts = (known: ReadonlySet<string> | undefined, parts: ReadonlySet<string>): ReadonlySet<string> =>
  known ? new Set([...parts].filter((part) => !known.has(part))) : nothing

interface Asker {
  ask(): void
  isRunning(): boolean
  /** Returns whether a value is what the server answered last: it has nothing to add. */
  isAnswered(signature: string): boolean
  /** Called with whether the server will be asked soon. */
  showAsking(isSoon: boolean): void
}

interface FormChangeWatcher {
  /** The server has answered. */
  answered(): void
  stop(): void
}

/**
 * Asks at once for the first time, and half a second after the person has changed what matters. What the form fills in by itself,
 * while the first answer is on its way and from it, is asked only where the answer says otherwise.
 */
function follow(store: FormStore, { ask, isRunning, isAnswered, showAsking }: Asker): FormChangeWatcher {
  let last: string | undefined
  let seen: unknown
  let timer: ReturnType<typeof setTimeout> | undefined
  const askAfter = (milliseconds: number) => {
    timer = setTimeout(() => {
      timer = undefined
      ask()
    }, milliseconds)
  }
  const decide = (now: string) => {
    clearTimeout(timer)
    timer = undefined
    const isByItself = store.changes === 0
    if (isByItself && isRunning()) return
    const isSoon = !isAnswered(now)
    if (isSoon || !isRunning()) showAsking(isSoon)
    if (isSoon) askAfter(isByItself ? fillPause : pause)
  }
  const look = () => {
    if (store.derivedFrom === seen) return
    seen = store.derivedFrom
    const now = signature(store.form, store.value)
    if (now === last) return
    const isFirst = last === undefined
    last = now
    if (isFirst && !isAnswered(now)) askAfter(0)
    else if (!isFirst) decide(now)
  }
  look()
  const unsubscribe = store.subscribe(look)
  return {
    answered() {
      if (timer === undefined && last !== undefined) decide(last)
    },
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/** Returns the part of the value that path or budget may depend on: flagged fields, amounts, choices and rows, but no prose. */
function signature(form: Form, value: FormValue): string {
  return JSON.stringify(
    Object.entries(form.fields).map((
      [key, field],
    ) => (field.kind === 'table' ? rowsSignature(field, value, key) : matters(field) ? value[key] : null)),
  )
}

const rowsSignature = (field: FieldDefinition, value: FormValue, key: string) =>
  field.system
    ? null
    : rowsAt(value, key).map((row) =>
      Object.entries(field.columns ?? {}).map(([column, definition]) => (matters(definition) ? row[column] : null))
    )

const prose = new Set(['text', 'textarea', 'richtext', 'attachment', 'title', 'plaintext'])

const matters = ({ kind, trend, system, value }: FieldDefinition) => trend === true || (!prose.has(kind) && !system && value === undefined)

/** The problems that only the server can know; what the form itself finds is found here already. */
function ownProblems(store: FormStore, problems: readonly FieldProblem[]) {
  const rules = new Set(store.form.rules.map(({ id }) => id))
  return problems.filter(({ code }) => !rules.has(code) && !code.startsWith('field.')).map((problem) =>
    problemOf(store.form, store.value, problem)
  )
}
