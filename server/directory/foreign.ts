/** A person as an outside directory has them; attributes that it does not give are absent. */
export interface ForeignPerson {
  readonly id: string
  readonly userName: string
  readonly active: boolean
  readonly name?: string
  readonly email?: string
  /** Eleven digits. */
  readonly phone?: string
  readonly jobNumber?: string
  readonly position?: string
  /** Value or label of the dictionary `positionLevel`. */
  readonly positionLevel?: string
  /** Name or code of the main department. */
  readonly department?: string
}

/** A group of people outside. */
export interface ForeignUnit {
  readonly id: string
  readonly name: string
  readonly code?: string
  /** Ids of people. */
  readonly members: readonly string[]
}

export interface ForeignDirectory {
  readonly people: readonly ForeignPerson[]
  readonly units: readonly ForeignUnit[]
  /** People whose records cannot be read: whoever they are stays as they are. Texts that a record does not have are empty. */
  readonly unreadable: readonly { readonly outerId: string; readonly userName: string; readonly name: string }[]
}

/** A person of ours, as far as the directory could change them. */
export interface KnownPerson {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly jobNumber: string | null
  readonly position: string | null
  readonly positionLevel: string | null
  readonly enabled: boolean
  readonly admin: boolean
  /** Deleted: only their user name is still theirs. */
  readonly deleted: boolean
  readonly outerId: string | null
  /** The last answer of the directory. */
  readonly outerActive: boolean | null
  /** Main department first. */
  readonly departments: readonly string[]
}

export interface KnownUnit {
  readonly id: string
  readonly name: string
  readonly code: string | null
  readonly outerId: string | null
}

export interface KnownDirectory {
  readonly people: readonly KnownPerson[]
  /** Those in use. */
  readonly units: readonly KnownUnit[]
  /** Values of the position levels in use, by value and by label in lower case. */
  readonly levels: ReadonlyMap<string, string>
}

export type Detail = 'name' | 'email' | 'phone' | 'jobNumber' | 'position' | 'positionLevel'

export type Details = Partial<Readonly<Record<Detail, string>>>

/** The change of one person. */
export interface PersonChange {
  readonly kind: 'added' | 'updated' | 'moved' | 'disabled'
  /** Of ours; absent for somebody new. */
  readonly id?: string
  readonly outerId: string
  readonly userName: string
  readonly name: string
  readonly details: Details
  /** All departments from now on, main one first; absent: they stay. */
  readonly departments?: readonly string[]
  /** Enabled again, or disabled. */
  readonly enable?: boolean
  /** Not in the directory any more: shown as departed. */
  readonly isGone?: boolean
}

/** Somebody who is left as they are, and why: a locale key. */
export interface Untaken {
  readonly outerId: string
  readonly userName: string
  readonly name: string
  readonly code: string
}

export interface Changes {
  readonly people: readonly PersonChange[]
  readonly failed: readonly Untaken[]
  /** Groups that are units of ours, newly tied to them. */
  readonly tied: readonly { readonly unit: string; readonly outerId: string }[]
  /** People newly tied to somebody of the directory, or of whom it says something else than before. */
  readonly known: readonly { readonly id: string; readonly outerId: string; readonly active: boolean }[]
  /** Names of groups that are no unit of ours: they change nothing. */
  readonly strangeUnits: readonly string[]
  /** People of ours that the directory is known to keep. */
  readonly linked: number
}
