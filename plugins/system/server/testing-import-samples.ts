import { defineImportSamples, padded, wrong } from '#server/architecture-tests/import-sample.ts'
import { responsibilityColumns } from './roles/responsibility-workbook.ts'
import { userColumns } from './users/import-users.ts'

export default defineImportSamples({
  user: {
    importer: { table: 'sys_user', path: '/system/user', columns: userColumns, updates: true, allOrNothing: false },
    rows: ({ department }) => (n) => ({
      userName: `hx.${padded(n, 3)}`,
      nameCn: `人${n}`,
      nameEn: `Person ${n}`,
      jobNumber: `HX${n}`,
      departmentId: department,
      phone: `1390000${padded(n, 4)}`,
      email: `hx${n}@demo.example`,
      position: '员',
      joiningDate: '2020-01-31',
      roles: 'cashier',
    }),
    refusals: [
      wrong('a job number that another row has', 'jobNumber', '相同',
        ({ jobNumber }) => ({ userName: 'hx.other', jobNumber: jobNumber ?? '', phone: '13911110001', email: 'other@demo.example' })),
      wrong('a role that is none', 'roles', '', { userName: 'hx.third', jobNumber: 'HX-3RD', phone: '13911110002',
        email: 'third@demo.example', roles: 'nobody' }),
    ],
  },
  responsibility: {
    importer: { table: 'sys_role', path: '/system/role/responsibilities',
      columns: responsibilityColumns([{ key: 'sapModule', cn: 'SAP模块', en: 'SAP module', dict: 'sapModule' }]), updates: true,
      allOrNothing: false },
    async rows({ db }) {
      const { id } = await db.selectFrom('sys_role').select('id').where('perm_chars', '=', 'sapAdmin').executeTakeFirstOrThrow()
      const people = await db.selectFrom('sys_user').select(['id', 'job_number']).where('del_flag', '=', 0).where('enable', '=', true)
        .where('job_number', 'is not', null)
        .orderBy('id').execute()
      await db.insertInto('sys_user_role').values(people.map((person) => ({ role_id: id, user_id: person.id }))).onConflict((conflict) =>
        conflict.doNothing()
      ).execute()
      return (n) => ({ role: 'sapAdmin', person: people[n % people.length]?.job_number ?? '', scope: 'SAP模块', values: 'FI; MM' })
    },
    refusals: [
      wrong('a role that is none', 'role', '', { role: 'nobody' }),
      wrong('a value that the scope does not have', 'values', '', { values: 'XX' }),
    ],
  },
  dictData: {
    rows: () => (n) => ({ type: 'unit', value: `hx${n}`, label: `单位${n}`, localName: `Unit ${n}`, sort: '12', description: '备注' }),
  },
  risk: {
    async rows({ db }) {
      const districts = await db.selectFrom('area').select('area_code as code').where('level', '=', 3).orderBy('area_code').execute()
      return (n) => {
        const district = districts[n]?.code ?? ''
        return { level: '高风险', provinceAraeCode: `${district.slice(0, 2)}0000`, cityAreaCode: `${district.slice(0, 4)}00`,
          countyAreaCode: district, since: '2026-11-01' }
      }
    },
    refusals: [wrong('a district of another city', 'countyAreaCode', '', { countyAreaCode: '999999' })],
  },
  holiday: { rows: () => (n) => ({ day: `${2031 + n}-01-01`, kind: '上班', remark: '调休' }) },
})
