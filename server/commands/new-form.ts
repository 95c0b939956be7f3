import { writeForm } from '../generate/write.ts'

for (const file of writeForm(process.cwd(), process.argv[2])) console.log(file)
