import { writePlugin } from '../generate/write.ts'

for (const file of writePlugin(process.cwd(), process.argv[2])) console.log(file)
