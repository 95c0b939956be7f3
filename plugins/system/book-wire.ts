/** A person of the address book. */
export interface BookPerson {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly avatar: string | null
  readonly jobNumber: string | null
  readonly position: string | null
  readonly phone: string | null
  readonly email: string | null
  /** Of the main unit; "中文/English" */
  readonly department: string | null
  readonly enable: boolean
  readonly departed: boolean
}
