import type { Parameters } from '../errors.ts'
import type { ApproverRule, Flow } from '../flow.ts'
import type { FormValue } from '../values/value.ts'
import type { Label } from '../wording/label.ts'
import { definePermissions } from '../permissions.ts'

/** A person; the name is "中文/English". */
export interface NamedUser {
  readonly id: string
  readonly name: string
}

/** A message of the approval engine or of the server: a locale key and its parameters, as in `PathNode.why`. */
export interface EngineReason {
  readonly code: string
  readonly parameters: Parameters
  /** The sentence itself, since the browser has the texts of the engine but not those of the server. */
  readonly message?: Label
}

/** State of a form's flow. stopped: no new documents can be filed; running ones continue. */
export type DesignState = 'published' | 'stopped'

/** A finding about a flow, in the reader's language. `POST /workflow/def/validate` answers a list of them. */
export interface DesignFinding {
  /** Id of the step or block; null: the flow as a whole. */
  readonly nodeId: string | null
  /** `error` prevents publishing. */
  readonly level: 'error' | 'warning'
  /** Path of the part, e.g. `deptHead › when`. */
  readonly where: string
  readonly message: string
  /** Person or values for which it occurs, e.g. "Initiator = Wang Wei (and 12 more); amount = 3000.01". */
  readonly counterexample: string | null
}

/** The flow that a call is about, exactly one of: a stored draft, a version by its hash, a flow that is not stored. */
export type FlowReference = { readonly draft: string } | { readonly version: string } | { readonly flow: Flow }

/** A row of the list of drafts. */
export interface DraftRow {
  readonly id: string
  readonly name: string
  /** Incremented by each save, from 1. */
  readonly revision: number
  /** Hash of the version that the draft was created from. */
  readonly base: string
  /** Number of that version. */
  readonly baseVersion: number
  /** A newer version was published since: publishing the draft merges, or is refused. */
  readonly isOutdated: boolean
  readonly createdBy: NamedUser
  readonly changedBy: NamedUser
  /** Times, here and below: `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
  readonly createdAt: string
  readonly changedAt: string
  readonly comments: number
}

/** A published version of a flow. */
export interface VersionRow {
  readonly hash: string
  readonly version: number
  /** The person who published it; null: shipped with the product. */
  readonly by: NamedUser | null
  readonly at: string
  readonly isCurrent: boolean
  /** It equals the version shipped with this release. */
  readonly isShipped: boolean
  /** Number of running documents pinned to it. */
  readonly running: number
}

/** The flow of a form with its versions and drafts. `GET /workflow/def/:key/design` */
export interface DesignView extends Label {
  readonly key: string
  readonly state: DesignState
  /** Hash of the current version; every publication sends it for optimistic locking. */
  readonly current: string
  readonly version: number
  /** Its documents move money: moving them to another version needs a second person. */
  readonly movesMoney: boolean
  /** Its form was designed here: it is deleted together with its form, as long as no document was ever filed. */
  readonly isDesigned: boolean
  /** Documents that were ever filed with the form. */
  readonly filed: number
  /** Versions, newest first. */
  readonly versions: readonly VersionRow[]
  readonly drafts: readonly DraftRow[]
  /** Enabled roles that a rule may name. */
  readonly roles: readonly { readonly key: string; readonly name: string }[]
  /** Role scopes by which members may be narrowed (`role` with `by`). */
  readonly roleScopes: readonly (Label & { readonly key: string })[]
  /** Kinds of records that have owners (`ownerOf`). */
  readonly owners: readonly (Label & { readonly of: string })[]
  /** Kinds of explanations that a step can require (`explains`). */
  readonly explanations: readonly (Label & { readonly key: string })[]
  /** Facts that an opinion can be required to state (`opinionMustContain`). */
  readonly opinionFacts: readonly (Label & { readonly key: string })[]
  /** Parameters that conditions can read with `parameter(dictionary, name)`, with their labels. */
  readonly parameters: readonly (Label & { readonly dictionary: string; readonly name: string })[]
}

/** The people that a rule currently finds. */
export interface FoundPeople {
  readonly people: readonly (NamedUser & { readonly why: readonly EngineReason[] })[]
  /** The reasons why nobody, or nobody able to act, is found. */
  readonly problems: readonly EngineReason[]
}

/** A flow with its findings and the people its rules find. `GET /workflow/def/:key/version/:hash` answers `VersionBody`. */
export interface FlowBody {
  /** SHA-256 of the canonical JSON: equal for equal flows. */
  readonly content: string
  readonly flow: Flow
  /** null: the analysis is still running; `POST /workflow/def/validate` waits for it. */
  readonly findings: readonly DesignFinding[] | null
  /** People that each step's rule currently finds for a sample initiator, by step id; steps that need a form value are left out. */
  readonly found: Readonly<Record<string, FoundPeople>>
  /** Names of the people, departments and roles in the flow, by id. */
  readonly names: Readonly<Record<string, string>>
}

/** A published version with its flow. */
export interface VersionBody extends FlowBody {
  readonly hash: string
  readonly version: number
}

/** A draft with its flow. `GET /workflow/def/:key/draft/:draft` */
export interface DraftView extends DraftRow, FlowBody {
}

/** `POST /workflow/def/:key/draft`; answers `DraftView`. Without `flow` and `from`, the current version is copied. */
export interface CreateDraft {
  readonly name: string
  /** Hash of the version to copy. @default the current one */
  readonly from?: string
  /** Initial flow, e.g. from an import or a template. */
  readonly flow?: Flow
}

/**
 * `PUT /workflow/def/:key/draft/:draft`; answers `SavedDraft`. `revision` and `base` are those that the editor loaded: if another save came
 * in between, both changes are merged part by part, or the answer is a conflict.
 */
export interface SaveDraft {
  readonly revision: number
  /** `content` of the flow that the editor loaded. */
  readonly base: string
  readonly flow: Flow
  /** New name. @default unchanged */
  readonly name?: string
}

/** A part of a flow in a three-way merge: common base, stored by the other editor, sent by this one. */
export interface PartDifference {
  /** The node; null for settings and for the order of steps and branches. */
  readonly node: (Label & { readonly id: string }) | null
  /** `mode`, `when`, `by` …; `node` for an added or removed step, `structure` for order, branches and conditions of branches. */
  readonly attribute: string
  readonly base?: unknown
  readonly theirs?: unknown
  readonly mine?: unknown
}

/**
 * saved: stored as sent; merged: stored with another editor's changes (`draft` is the result); conflict: not stored, `draft` is the other
 * editor's version and `conflicts` are the parts that both changed.
 */
export interface SavedDraft {
  readonly outcome: 'saved' | 'merged' | 'conflict'
  readonly draft: DraftView
  /** The editor whose changes were merged or conflict; null for `saved`. */
  readonly other: NamedUser | null
  readonly conflicts: readonly PartDifference[]
}

/** A comment on a draft. `GET` (oldest first) and `POST /workflow/def/:key/draft/:draft/comment` (`{ node?, text }`). */
export interface DraftComment {
  readonly id: string
  /** Id of the step; null: the draft as a whole. */
  readonly node: string | null
  readonly text: string
  readonly by: NamedUser
  readonly at: string
}

/** `POST /workflow/def/:key/draft/:draft/publish`; answers `Publication`. */
export interface PublishDraft {
  /** Revision of the draft as loaded (optimistic lock). */
  readonly revision: number
  /** Hash of the current version as loaded (optimistic lock). */
  readonly current: string
  readonly reason: string
}

/** `PUT /workflow/def/:key/stop`; answers `Publication`. Undone by a rollback or a publication. */
export interface StopDesign {
  readonly current: string
  readonly reason: string
}

/** `PUT /workflow/def/:key/rollback`; answers `Publication`. Makes an earlier version current. */
export interface RollBack extends StopDesign {
  /** Hash of the version to restore. */
  readonly to: string
}

/** Kind of a publication: a `FlowChoice`, a stop, or a rollback. */
export type PublicationKind = 'publish' | 'adopt' | 'keep' | 'merge' | 'stop' | 'rollback'

/** An entry of the publication history. `GET /workflow/def/:key/history`; newest first, at most 200. */
export interface Publication {
  readonly seq: number
  readonly kind: PublicationKind
  /** Hash of the current version afterwards. */
  readonly hash: string
  readonly version: number
  /** Hash of the current version before. */
  readonly before: string
  readonly reason: string
  readonly by: NamedUser
  readonly at: string
  /** SHA-256 over this entry and the previous hash (hash chain). */
  readonly chain: string
  /** The hash chain up to this entry verifies. */
  readonly isIntact: boolean
}

/** An exported flow. `GET /workflow/def/:key/export?version=hash` or `?draft=id` */
export interface FlowFile {
  readonly format: 'flow'
  readonly formatVersion: 1
  /** Key of the form that it was exported from. */
  readonly key: string
  readonly hash: string
  readonly flow: Flow
  /** Names of roles, people, departments and fields in it, so that a reader elsewhere can map them; people by user name, fields by path. */
  readonly names: {
    readonly roles: Readonly<Record<string, string>>
    readonly people: Readonly<Record<string, string>>
    readonly departments: Readonly<Record<string, string>>
    readonly fields: Readonly<Record<string, string>>
  }
}

/** Ids in this system, by the id in the file. */
export interface ImportMapping {
  readonly roles?: Readonly<Record<string, string>>
  readonly people?: Readonly<Record<string, string>>
  readonly departments?: Readonly<Record<string, string>>
  /** By path; a name in a condition is one as well. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Answer of `POST /workflow/def/:key/import`, which parses a file without storing it; send `flow` on to `CreateDraft`. */
export interface ImportedFlow {
  /** The flow with the mapping applied. */
  readonly flow: Flow
  /** Names without a counterpart here; each needs a mapping, but for fields: the draft says where they are missing. */
  readonly unknown: readonly { readonly kind: 'role' | 'person' | 'department' | 'field'; readonly id: string; readonly name: string }[]
  readonly findings: readonly DesignFinding[]
}

/** `POST /workflow/def/:key/people`; answers `FoundPeople`, the people that a rule currently finds. */
export interface AskPeople {
  readonly rule: ApproverRule
  /** Id of the initiator. @default the caller */
  readonly person?: string
  /** Values of the form, for rules that read fields. */
  readonly value?: FormValue
}

/** Permissions to edit drafts of flows, and to publish or stop flows; workflow administrators may read all of it. */
export const canDesign = definePermissions('workflow:approval', ['edit', 'publish'])
