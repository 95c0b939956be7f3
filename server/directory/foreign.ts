/** A person in an external directory; missing attributes are absent. */
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

/** An external group of people. */
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
  /** People whose records cannot be read: they are left unchanged. Texts missing in a record are empty. */
  readonly unreadable: readonly { readonly outerId: string; readonly userName: string; readonly name: string }[]
}

/** A person, with the attributes that the directory may change. */
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
  /** Whether deleted; the user name is still reserved. */
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
  /** Enabled units. */
  readonly units: readonly KnownUnit[]
  /** Enabled position levels, by value and by label in lower case. */
  readonly levels: ReadonlyMap<string, string>
}

export type Detail = 'name' | 'email' | 'phone' | 'jobNumber' | 'position' | 'positionLevel'

export type Details = Partial<Readonly<Record<Detail, string>>>

/** The change of one person. */
export interface PersonChange {
  readonly kind: 'added' | 'updated' | 'moved' | 'disabled'
  /** Our person's id; absent for a new one. */
  readonly id?: string
  readonly outerId: string
  readonly userName: string
  readonly name: string
  readonly details: Details
  /** All new departments, the main one first; absent: unchanged. */
  readonly departments?: readonly string[]
  /** True: enabled again; false: disabled; absent: unchanged. */
  readonly enable?: boolean
  /** Whether the directory no longer contains the person, who is then shown as departed. */
  readonly isGone?: boolean
}

/** A person who is left unchanged, with the reason as a locale key. */
export interface Untaken {
  readonly outerId: string
  readonly userName: string
  readonly name: string
  readonly code: string
}

export interface Changes {
  readonly people: readonly PersonChange[]
  readonly failed: readonly Untaken[]
  /** Groups that are newly linked to units. */
  readonly tied: readonly { readonly unit: string; readonly outerId: string }[]
  /** People who are newly linked, or whose state in the directory has changed. */
  readonly known: readonly { readonly id: string; readonly outerId: string; readonly active: boolean }[]
  /** Names of groups without a matching unit; they are ignored. */
  readonly strangeUnits: readonly string[]
  /** The number of our people who are linked to the directory. */
  readonly linked: number
}
