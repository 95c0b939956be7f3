import type { Form } from '#kernel/form.ts'
import type { TaskToPass } from '../../documents/batch/pass-queue.ts'
import type { FormStore } from '../../form/store/form-store.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { DetailTextKey } from '../text.ts'

/** The outcome of a call: the tab is left and something is said of the decision, the new state is shown, or what is being typed is kept. */
export type AfterCall = { readonly said: DetailTextKey } | 'reload' | 'keep'

/** Returns whether the document is left after a call. */
export const isLeaving = (after: AfterCall): after is Exclude<AfterCall, string> => typeof after === 'object'

/** The context of an action: the document, its calls, and where to go afterwards. */
export interface ActionContext {
  readonly form: Form
  readonly document: FiledDocument
  readonly store: FormStore
  /**
   * Calls an action with what it sends beside the document's names.
   * `moved`: someone else was faster; the page shows the new state and says so.
   * @throws HttpFailure
   */
  call(path: string, body: Readonly<Record<string, unknown>>, after: AfterCall): Promise<'done' | 'moved'>
  /** Passes the reader's task after the time in which it can be called back, and leaves the document like a call that is done. */
  passLater(said: Pick<TaskToPass, 'comment' | 'body'>): void
  /** Takes a file out of a line of the history. @throws HttpFailure */
  removeFile(record: string, file: string): Promise<void>
  /** Reminds whoever has to act, and says whether it was too early. */
  urge(): Promise<void>
  /** Opens the document's form, to file it again. */
  openForm(): void
  focusComment(): void
  /** Shows the check list and puts the focus on what is missing. */
  showChecks(): void
  /** Opens what else may be written into the completed document. */
  chooseFollowUp(id: string): void
}
