import { useCallback, useEffect, useRef, useState } from 'react'
import type { ResubmissionPath, PathNode } from '#approval/wire/path.ts'
import { isFailure } from '#providers/failure.ts'
import { bookOf } from '#fields/references/reference-book.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { rulesOf } from '#kernel/evaluate/checks/implied-rules.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useHttp } from '#shell/backend.ts'
import type { FormStore } from '../store/form-store.ts'
import { problemOf } from '../store/problems.ts'
import { type Calculation, calculationPath, type FirstCalculation, learnRecords } from './first-calculation.ts'
import { nodeListOf, partsOf, type NodeChoices } from './NodeLine.tsx'

export interface Preview {
  readonly nodes: readonly PathNode[] | undefined
  /** The approvers who decide again, for a returned document. */
  readonly again: ResubmissionPath | undefined
  /** Pairs of node and person that are new since the previous answer. */
  readonly news: ReadonlySet<string>
  readonly isAsking: boolean
  readonly failure: string | undefined
  readonly choices: NodeChoices
  choose(node: string, people: readonly string[]): void
  /** Requests a calculation now. */
  ask(): Promise<void>
}

/** Debounce of user changes, in ms. */
const pause = 500
/** Debounce of automatic changes in ms: records named in the last answer may still be loading. */
const fillPause = 150
const nothing: ReadonlySet<string> = new Set()

interface CalculationInput {
  /** Id of the document that is filed again. */
  readonly businessKey: string | undefined
  readonly first: FirstCalculation | undefined
}

/** Calculates the form on the server as if it were filed now; debounced, and only after relevant changes. */
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
    // automatic changes are not highlighted as new
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

/** The parts of an answer that the preview shows, or compares with the next answer. */
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
  /** Returns whether a value equals the server's last answer, so that no request is needed. */
  isAnswered(signature: string): boolean
  /** Called when a request becomes due, or is no longer due. */
  showAsking(isSoon: boolean): void
}

interface FormChangeWatcher {
  /** Called after an answer of the server. */
  answered(): void
  stop(): void
}

/**
 * Requests a calculation at once, then debounced after relevant changes of the user. Automatic changes, while the first answer is pending
 * and because of it, trigger a request only if they differ from the answer.
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

/** The part of the value that approvers or budget may depend on, as text: flagged fields, amounts, choices and rows, but no prose. */
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

const matters = (field: FieldDefinition) => field.trend === true || (!kindOf(field).isProse && !field.system && field.value === undefined)

/** Problems that only the server can detect, i.e. without those that the form checks itself. */
function ownProblems(store: FormStore, problems: readonly FieldProblem[]) {
  const rules = new Set(rulesOf(store.form).map(({ id }) => id))
  return problems.filter(({ code }) => !rules.has(code) && !code.startsWith('field.')).map((problem) =>
    problemOf(store.form, store.value, problem)
  )
}
