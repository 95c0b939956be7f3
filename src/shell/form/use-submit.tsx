import { useCallback, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { parsePath } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend } from '../backend.ts'
import { useCommand } from '../command/use-command.ts'
import { useConfirm } from '../dialogs/dialogs-context.tsx'
import { dropBlankRows } from './store/blank-rows.ts'
import { cellOfName, pathOfCell } from './store/cell.ts'
import type { FormStore } from './store/form-store.ts'
import { type Problem, problemOf, spokenProblem } from './store/problems.ts'
import { useFormText } from './texts.ts'

/** Asks in one dialog for all problems that can be accepted, with row numbers; returns the accepted codes, or undefined if declined. */
export function useConfirmations() {
  const ask = useConfirm()
  const { t, locale, any, label } = useFormText()
  return useCallback(
    async (store: FormStore, problems: readonly Problem[]): Promise<readonly string[] | undefined> => {
      const lines = problems.map((problem) => {
        const row = rowOf(store, problem.name)
        return `${row ? `${t('cellName', { label: label(row.table), n: row.n })}: ` : ''}${problem.sentence(locale, any)}`
      })
      if (problems.length === 0) return []
      const accepted = await ask({ title: t('confirmTitle'), content: <Questions lines={[...new Set(lines)]} />, okText: t('confirmGo'),
        cancelText: t('confirmBack'), autoFocusButton: 'cancel' })
      if (!accepted) return undefined
      const codes = [...new Set(problems.map(({ code }) => code))]
      return codes.filter((code) => {
        const acceptedBy = store.form.rules.find(({ id }) => id === code)?.acceptedBy
        if (acceptedBy) accept(store, acceptedBy, problems.filter((problem) => problem.code === code))
        return !acceptedBy
      })
    },
    [ask, t, locale, any, label],
  )
}

const Questions = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 1 ? lines[0] : <ul className="oa-questions">{lines.map((line) => <li key={line}>{line}</li>)}</ul>

/** The table and row number (from 1) of a cell; undefined for a header field. */
function rowOf({ form, value }: FormStore, name: string): { readonly table: FieldDefinition; readonly n: number } | undefined {
  const cell = cellOfName(name)
  const { index } = parsePath(pathOfCell(value, cell))
  const table = form.fields[cell.key]
  return table && index !== undefined && index >= 0 ? { table, n: index + 1 } : undefined
}

/** Sets the acceptance field, in each row that asked. */
function accept(store: FormStore, acceptedBy: string, problems: readonly Problem[]): void {
  for (const { name } of problems) {
    const { key, rowId } = cellOfName(name)
    store.set(rowId === undefined ? { key: acceptedBy } : { key, rowId, column: acceptedBy }, true)
  }
  store.flush()
}

/** The problems that the form itself detects. */
export const foundBy = (store: FormStore): readonly Problem[] => store.check().map((problem) => problemOf(store.form, store.value, problem))

/** Shows a refusal's messages at their cells; returns whether it had any. */
export function placeRefusal(store: FormStore, error: unknown): boolean {
  if (!isFailure(error) || error.fields.length === 0) return false
  store.refuse(error.fields.map((problem) => spokenProblem(store.form, store.value, problem)))
  return true
}

const wrongFields = '[aria-invalid=true], .is-wrong button, .is-wrong input, .oa-more.is-wrong, .oa-field-problem'

/**
 * Scrolls to the first problem and focuses it; if it is in a collapsed row, the row's button. Problems without field are in the banner
 * above.
 */
export function goToFirst(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = root?.querySelector<HTMLElement>(wrongFields) ?? root?.querySelector<HTMLElement>('.oa-form-banner.is-wrong')
    if (!wrong) return
    wrong.scrollIntoView({ block: 'center', behavior: 'smooth' })
    controlOf(wrong)?.focus({ preventScroll: true })
  })
}

const controlOf = (wrong: HTMLElement): HTMLElement | null =>
  wrong.matches('input, textarea, button')
    ? wrong
    : (wrong.closest('[data-cell]')?.querySelector<HTMLElement>('input, textarea, button') ?? null)

export interface SubmitAnswer {
  readonly businessKey: string
  readonly businessNo: string
  readonly procInstId: string
}

interface Submission {
  /** Lets the server calculate first, so that the latest input is checked with it. */
  calculate(): Promise<void>
  readonly nodeList: readonly { readonly nodeId: string; readonly userIdList: readonly string[] }[]
  /** Id of the document that is filed again. */
  readonly businessKey: string | undefined
  /** Id of the opened form, whose drafts are deleted on submission. */
  readonly form: string
  onDone(document: SubmitAnswer): void
  /** Called when the form has problems, which are shown. */
  onRefused(): void
}

/** A submission with its HTTP client. */
interface SubmitRequest extends Submission {
  readonly http: WritingHttp
}

/** Checks the form, asks for confirmations, and submits it; the input is kept in any case. */
export function useSubmit(store: FormStore) {
  const { reactions } = useBackend()
  const { t } = useFormText()
  const confirm = useConfirmations()
  const { run, isPending } = useCommand()
  const [failure, setFailure] = useState<string>()
  const [isUploading, setIsUploading] = useState(false)

  const send = async (submission: Submission) => {
    // the shortcut works while the button is disabled
    if (!navigator.onLine) return reactions.notify({ kind: 'warning', text: t('offlineSubmit') })
    if (store.uploads.isUnderWay()) return awaitUploads()
    setFailure(undefined)
    dropBlankRows(store)
    await run(async (http) => {
      await submission.calculate()
      await check({ ...submission, http })
    })
  }

  /** Shows a notice until uploads have ended. The user has to submit again, because an upload may have been cancelled. */
  const awaitUploads = () => {
    setIsUploading(true)
    return store.uploads.ended().then(() => setIsUploading(false))
  }

  const check = async ({ onRefused, ...submission }: SubmitRequest) => {
    store.flush()
    const problems = foundBy(store)
    if (problems.some(({ level }) => level === 'block')) {
      store.refuse([])
      return onRefused()
    }
    const confirmed = await confirm(store, problems.filter(({ level }) => level === 'confirm'))
    if (confirmed) await attempt({ onRefused, ...submission }, confirmed)
  }

  const attempt = async (submission: SubmitRequest, confirmed: readonly string[]) => {
    const { onDone, onRefused } = submission
    try {
      onDone(await file(submission, confirmed))
    } catch (error) {
      placeRefusal(store, error)
      const confirmedAnswer = await askAgain(error, confirmed)
      if (confirmedAnswer) return retry(confirmedAnswer, submission)
      setFailure(isFailure(error) ? error.message : '')
      onRefused()
    }
  }
  const file = ({ http, nodeList, businessKey, form }: SubmitRequest, confirmed: readonly string[]) =>
    http.post<SubmitAnswer>(`/oaserver/${store.form.key}/apply`, {
      business: store.value,
      nodeList,
      confirmed,
      operate: businessKey === undefined ? 'add' : 'edit',
      ...(businessKey !== undefined && { businessKey }),
      form,
    }, { quiet: true })

  /** Asks questions that only the server has (about other documents) in the same dialog. */
  const askAgain = async (error: unknown, confirmed: readonly string[]) => {
    if (!isFailure(error) || error.fields.length === 0 || error.fields.some(({ level }) => level !== 'confirm')) return undefined
    const accepted = await confirm(store, error.fields.map((problem) => spokenProblem(store.form, store.value, problem)))
    const ids = accepted && error.fields.flatMap(({ code }) => code ?? [])
    return ids && ids.length > 0 ? [...new Set([...confirmed, ...ids])] : undefined
  }
  const retry = async (confirmed: readonly string[], submission: SubmitRequest) => {
    const { onDone, onRefused } = submission
    try {
      onDone(await file(submission, confirmed))
    } catch (error) {
      placeRefusal(store, error)
      setFailure(isFailure(error) ? error.message : '')
      onRefused()
    }
  }

  return { send: (submission: Submission) => void send(submission), isSending: isPending, isUploading, failure }
}
