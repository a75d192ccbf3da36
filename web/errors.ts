// One error type for all failed requests, with the messages of the server.

/** `row` and `column`: the position in an imported file. */
export type Problem = { field: string; message: string; row?: number; column?: string }

export class ApiError extends Error {
  status: number
  code: string
  messages: string[]
  details: Problem[]
  requestId: string | null

  constructor(status: number, code: string, messages: string[], details: Problem[] = [], requestId: string | null = null) {
    super(messages.join(' '))
    this.status = status
    this.code = code
    this.messages = messages
    this.details = details
    this.requestId = requestId
  }
}

/** The error code for a request that the server did not answer at all. */
export const OFFLINE = 'OFFLINE'

let shown = (message: string): string => message
/** Sets the function that formats the values in every message of the server. */
export const showMessagesWith = (format: typeof shown): void => {
  shown = format
}

/** The name of a field as shown to people: `inbound_parcel.courier_numbers[0]` becomes "Courier numbers". */
const fieldText = (field: string): string => {
  const name = field
    .split('.')
    .at(-1)!
    .replace(/\[\d+\]$/, '')
    .replaceAll('_', ' ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

export const problemText = ({ field, message }: Problem): string => `${fieldText(field)} ${message}`

type ErrorAnswer = { error: string; errors?: string[]; code: string; details?: Problem[] }

export const errorFrom = async (response: Response): Promise<ApiError> => {
  const requestId = response.headers.get('x-request-id')
  try {
    const { error, errors, code, details = [] } = (await response.json()) as ErrorAnswer
    const problems = details.map((problem) => ({ ...problem, message: shown(problem.message) }))
    const messages = problems.length > 0 ? problems.map(problemText) : (errors ?? [error]).map(shown)
    return new ApiError(response.status, code, messages, problems, requestId)
  } catch {
    return new ApiError(response.status, 'UNREADABLE', [`${response.status} ${response.statusText}`], [], requestId)
  }
}

/** An error for one field, in the same form as errors from the server. */
export const fieldError = (field: string, message: string): ApiError =>
  new ApiError(422, 'VALIDATION_FAILED', [message], [{ field, message }])

/** The messages of an error by field, for the inputs of a form. Nested fields have dotted names: `address.city`. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.details.map(({ field, message }) => [field, message])) : {}
