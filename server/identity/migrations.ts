import type { MigrationSet } from '#server/database/migrations.ts'
import { versions } from './migrations/001-versions.ts'
import { organisation } from './migrations/002-organisation.ts'
import { rights } from './migrations/003-rights.ts'
import { menusDictionariesDrafts } from './migrations/004-menus-dictionaries-drafts.ts'
import { signIn } from './migrations/005-sign-in.ts'
import { opinionTemplates } from './migrations/006-opinions.ts'
import { dictionaryRecords } from './migrations/007-dictionary-records.ts'
import { directory } from './migrations/008-directory.ts'
import { draftVersions } from './migrations/009-draft-versions.ts'
import { phoneCodes } from './migrations/010-phone-codes.ts'
import { positionLevels } from './migrations/011-position-levels.ts'
import { columnRights } from './migrations/012-column-rights.ts'
import { endedSignIns } from './migrations/013-ended-sign-ins.ts'
import { signInAttempts } from './migrations/014-sign-in-attempts.ts'
import { roleMemberScopes } from './migrations/015-role-member-scopes.ts'
import { personSearchTexts } from './migrations/016-person-search-texts.ts'
import { documentDrafts } from './migrations/017-document-drafts.ts'
import { absenceOpenTasks } from './migrations/018-absence-open-tasks.ts'
import { menuWidths } from './migrations/019-menu-widths.ts'

/** Tables of identity and organisation. */
export const identityMigrations: MigrationSet = {
  id: 'identity',
  migrations: [versions, organisation, rights, menusDictionariesDrafts, signIn, opinionTemplates, dictionaryRecords, directory,
    draftVersions, phoneCodes, positionLevels, columnRights, endedSignIns, signInAttempts, roleMemberScopes, personSearchTexts,
    documentDrafts, absenceOpenTasks, menuWidths],
}
