/** Responses of the start-up calls. Stored names are "中文/English". */
export interface CurrentUser {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly avatar?: string | null
  readonly phone?: string | null
  readonly email?: string | null
  readonly jobNumber?: string | null
  readonly admin: boolean
  readonly attributes?: { readonly locale?: string | null }
  readonly roles: readonly unknown[]
  readonly mainDepartment?: { readonly id: string; readonly name: string } | null
  /** External addresses, if configured. */
  readonly outside?: { readonly meetings: string | null; readonly miniProgram: string | null }
}

export interface MenuNode {
  readonly id: string
  readonly parentId?: string | null
  /** M directory, C page, F button. */
  readonly type: 'M' | 'C' | 'F'
  readonly name: string
  readonly nameEn: string
  /** Pinyin of the Chinese name: in full and as initials. */
  readonly pinyin?: string
  readonly icon?: string | null
  readonly path?: string | null
  /** The registered page that it opens. */
  readonly component?: string | null
  readonly perms?: string | null
  readonly sort?: number
  /** Its tab keeps its state while hidden. */
  readonly keepAlive?: boolean
  readonly visible?: boolean | number
  readonly children?: readonly MenuNode[]
}

export interface DepartmentSummary {
  readonly id: string
  readonly name: string
  readonly fullName: string
  readonly hasBudgetDept: boolean
  readonly parentId?: string | null
}

export interface PersonSummary {
  readonly id: string
  readonly name: string
  readonly avatar?: string | null
  readonly enable?: number | boolean
  readonly position?: string | null
  readonly phone?: string | null
  readonly mainDepartment?: { readonly id?: string; readonly name: string } | null
  readonly departments?: readonly { readonly name: string }[]
}

/** Numbers of unread messages by kind. */
export interface MessageCounts {
  readonly todo: number
  readonly warning: number
  readonly approve: number
  readonly cc: number
  readonly comment: number
  readonly commentAt: number
}

export interface Dictionary {
  readonly type: string
  readonly value: string
  readonly label: string
  /** English label. */
  readonly localName?: string | null
  readonly disabled?: boolean | number
  readonly description?: string | null
}

export interface ProcessSummary {
  readonly id: string
  readonly key: string
  readonly businessType: string
  readonly processName: string
  readonly processNameEn: string
  /** Address of its form. */
  readonly path?: string | null
  readonly routeName?: string | null
  readonly dynamicForm?: boolean
  readonly urlPage?: string | null
  /** True where the company has added to the form: the built one is not the one in force. */
  readonly amended?: boolean
  readonly icon?: string | null
  /** False if the person lacks the form's permission or is excluded by its flow. */
  readonly startable?: boolean
}

export interface TerminalSetting {
  readonly businessType: string
  readonly terminal: readonly string[]
}
