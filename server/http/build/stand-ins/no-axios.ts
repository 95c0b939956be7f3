/** In the place of the client that simple-rest makes for those who give it none (`lean-libraries.ts`). */
const unused = { interceptors: { response: { use: () => 0 } } }

export default { create: () => unused }
