import type { Form } from '#kernel/form.ts'
import type { TaskToPass } from '../../documents/batch/pass-queue.ts'
import type { FormStore } from '../../form/store/form-store.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { DetailTextKey } from '../texts.ts'

/** After a call: leave the tab with a notice (`said`), reload the document, or keep unsent input. */
export type AfterCall = { readonly said: DetailTextKey } | 'reload' | 'keep'

/** Returns whether the tab is left after a call. */
export const isLeaving = (after: AfterCall): after is Exclude<AfterCall, string> => typeof after === 'object'

/** The context of an action: the document, its calls, and navigation. */
export interface ActionContext {
  readonly form: Form
  readonly document: FiledDocument
  readonly store: FormStore
  /**
   * Calls an action with this body, to which the ids of document and form are added.
   * `moved`: another person acted first; the page then shows the new state and a notice.
   * @throws HttpFailure
   */
  call(path: string, body: Readonly<Record<string, unknown>>, after: AfterCall): Promise<'done' | 'moved'>
  /** Queues the pass of the reader's task, so that it can be undone for a while, and leaves the document. */
  passLater(said: Pick<TaskToPass, 'comment' | 'body'>): void
  /** Removes a file from a timeline entry. @throws HttpFailure */
  removeFile(record: string, file: string): Promise<void>
  /** Reminds the holders of open tasks; shows a notice if it is too early. */
  urge(): Promise<void>
  /** Opens the form to file the document again. */
  openForm(): void
  focusComment(): void
  /** Shows the check list and focuses the first missing answer. */
  showChecks(): void
  /** Switches to another follow-up of the completed document. */
  chooseFollowUp(id: string): void
}
