/** A value set by an option, an environment variable, or either. */
export interface ValueSetting<Value = unknown> {
  /** Environment variable, such as `EMBERLINE_TOOLS`. */
  readonly variable?: string;
  /** Option name without dashes, such as `port`. It takes precedence over the variable. */
  readonly option?: string;
  /** The option may be repeated; its values are joined by commas. */
  readonly isRepeatable?: true;
  /** Placeholder for the value in `--help` and README, such as `N`. */
  readonly value: string;
  /** The text to parse if the setting is not given. */
  readonly default?: string;
  /** Describes what applies without a value or a default, such as "all tools". */
  readonly unset?: string;
  /** Help text: a phrase. */
  readonly help: string;
  /** All values, if there are only a few. */
  readonly choices?: readonly string[];
  /** The value is or may contain a secret, so messages never repeat it. */
  readonly isSecret?: true;
  /** An empty file of the secret means that it is not set. */
  readonly mayBeEmpty?: true;
  /** @throws {WrongValue} when the text is not a value of this setting */
  parse(text: string): Value;
}

/** An option without a value, or a variable that is yes or no. */
export interface Switch {
  readonly option: string;
  /** Environment variable, which the option takes precedence over. */
  readonly variable?: string;
  readonly help: string;
}

/** All settings of one program. */
export type SettingsTable = Readonly<Record<string, ValueSetting | Switch>>;

/** The values of a table: a boolean for a switch, undefined for a value that is not set. */
export type ValuesOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends ValueSetting<infer Value>
    ? Table[Name] extends { readonly default: string }
      ? Value
      : Value | undefined
    : boolean;
};

/** An invalid value; the reader prefixes the setting's name. */
export class WrongValue extends Error {
  override name = "WrongValue";
  /** What is wrong, such as `has no port`; undefined: the message quotes the value. */
  readonly fault: string | undefined;

  /** @param right how to fix it, such as `give a whole number` */
  constructor(right: string, fault?: string) {
    super(right);
    this.fault = fault;
  }
}
