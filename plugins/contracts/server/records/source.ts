import type { ReferenceSource } from '#server/host.ts'
import { referenceSource } from '#server/resources/reference-source.ts'
import { contract } from '#plugins/contracts/contract.ts'
import { contractRules } from './contract-rules.ts'

const derived = referenceSource(contract, contractRules)

/** Contracts as references in forms, named by their contract names. */
export const contractSource: ReferenceSource = {
  ...derived,
  find: async (db, ids, reader) => (await derived.find(db, ids, reader)).map(named),
  async candidates(db, query, reader) {
    const { records, total } = await derived.candidates(db, query, reader)
    return { records: records.map(named), total }
  },
}

const named = (record: Awaited<ReturnType<typeof derived.find>>[number]) => ({ ...record,
  name: String(record['contractName'] ?? record.code).replaceAll('/', '／'),
  decimals: ['amount', 'unpaidAmount'].filter((wire) => wire in record) })
