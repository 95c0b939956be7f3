import type { Form } from '#kernel/form.ts'
import { Missing } from '#kernel/errors.ts'
import type { Permission } from '#kernel/permissions.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { ServiceTaskKinds } from '#server/service-tasks/service-task.ts'
import type { PostingCall } from '#server/postings/posting.ts'
import { actsOn, type DocumentAction, type DocumentExtension } from '#server/extensions/document-extension.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { PinnedDefinition, Pins } from './definitions/definition-store.ts'

/** Deletes forms that were designed at run time. */
export interface DesignedForms {
  /** The right to delete one. */
  readonly needs: Permission
  /** Deletes a form that was never filed with, and announces it to all processes. */
  remove(context: CommandContext, key: string): Promise<void>
}

/** The host with the services of the document lifecycle. */
export interface DocumentHost extends Host {
  /** The forms in force. */
  readonly forms: ReadonlyMap<string, Form>
  /** In the order of the plugins. */
  readonly extensions: readonly DocumentExtension[]
  /** Document actions of the modules. */
  readonly documentActions: readonly DocumentAction[]
  /** The kinds of service tasks at nodes of flows. */
  readonly serviceTasks: ServiceTaskKinds
  /** The calls that post results of documents to other systems, by name. */
  readonly postingCalls: ReadonlyMap<string, PostingCall>
  /** The module in which the company designs forms; absent where there is none. */
  readonly designedForms?: DesignedForms | undefined
}

/** @throws Missing for an unregistered form, or for a register */
export function formOf(host: DocumentHost, type: string): Form {
  const form = host.forms.get(type)
  if (form) return form
  const register = host.plugins.flatMap(({ resources = [] }) => resources).find(({ name }) => name === type)
  throw register ? new Missing('documents.isRegister', { name: bilingual(register) }) : new Missing('documents.noSuchForm', { type })
}

/** The definition pinned by a document. @throws Missing where its form is not registered any more */
export function definitionOfDocument(host: DocumentHost, db: Db, pins: Pins): Promise<PinnedDefinition> {
  formOf(host, pins.type)
  return host.definitions.of(db, pins)
}

/** The extensions that apply to a form: the early ones first, then in the order of the plugins. */
export function extensionsOf({ extensions }: Pick<DocumentHost, 'extensions'>, form: Form): readonly DocumentExtension[] {
  const ofForms = concerning.get(extensions) ?? new WeakMap<Form, readonly DocumentExtension[]>()
  concerning.set(extensions, ofForms)
  const known = ofForms.get(form) ?? concernedWith(extensions, form)
  ofForms.set(form, known)
  return known
}

/** The extensions by host and form, which do not change while in use. */
const concerning = new WeakMap<DocumentHost['extensions'], WeakMap<Form, readonly DocumentExtension[]>>()

function concernedWith(extensions: DocumentHost['extensions'], form: Form): readonly DocumentExtension[] {
  const concerned = extensions.filter((extension) => actsOn(extension, form))
  return [...concerned.filter(({ early }) => early), ...concerned.filter(({ early }) => !early)]
}
