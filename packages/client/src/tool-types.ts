// Made by `npm run docs`.

/** What every tool takes, and what it answers. */
export interface ToolTypes {
  list_collections: {
    input: {
      max_tokens?: number | undefined;
    };
    answer: {
      collections: {
        id: string;
        title?: string | undefined;
        description?: string | undefined;
        bbox?: number[] | undefined;
        interval?: (string | null)[] | undefined;
        newest: string;
      }[];
      omitted?: number | undefined;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  describe_collection: {
    input: {
      collection: string;
      max_tokens?: number | undefined;
    };
    answer: {
      collection: string;
      title?: string | undefined;
      description?: string | undefined;
      bbox?: number[] | undefined;
      interval?: (string | null)[] | undefined;
      days?: string[] | undefined;
      newest: string;
      features?: number | undefined;
      geometry_types: string[];
      kinds?: {
        kind?: string | undefined;
        meaning?: string | undefined;
        features?: number | undefined;
        properties?: string[] | undefined;
      }[] | undefined;
      properties: {
        name: string;
        types: string[];
        role?: string | undefined;
        unit?: string | undefined;
        min?: number | undefined;
        max?: number | undefined;
        values?: (string | number)[] | undefined;
        distinct?: string | undefined;
        features?: number | undefined;
        sampled?: boolean | undefined;
      }[];
      filters: string[];
      exact: boolean;
      omitted?: number | undefined;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  query_features: {
    input: {
      collection: string;
      bbox?: number[] | undefined;
      near?: string | undefined;
      lon?: number | undefined;
      lat?: number | undefined;
      radius_km?: number | undefined;
      time?: string | undefined;
      time_zone?: string | undefined;
      within?: string | undefined;
      fire?: string | undefined;
      filter?: string | undefined;
      filter_lang?: "cql2-text" | "ecql-text" | undefined;
      units?: "metric" | "us" | undefined;
      exclude_static_km?: number | undefined;
      source_category?: string | undefined;
      static_source_km?: number | undefined;
      properties?: string[] | undefined;
      geometry?: "none" | "simplified" | "full" | undefined;
      sort?: string | undefined;
      latest_per_fire?: boolean | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
      explain?: boolean | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      selection: {
        collection: string;
        area?: {
          bbox?: number[] | undefined;
          center?: number[] | undefined;
          radius_km?: number | undefined;
          within?: string | undefined;
          kind?: string | undefined;
          area_km2?: number | undefined;
          borders?: string | undefined;
          members?: string | undefined;
          other_areas?: string[] | undefined;
          place?: string | undefined;
          place_source?: string | undefined;
          other_places?: string[] | undefined;
          nearest_place?: string | undefined;
        } | undefined;
        fire?: Record<string, unknown> | undefined;
        interval?: (string | null)[] | undefined;
        filter?: string | undefined;
        latest_per_fire?: boolean | undefined;
        exclude_static_km?: number | undefined;
        request?: string | undefined;
      };
      constants?: Record<string, string | number | boolean | null | number[] | Record<string, unknown>> | undefined;
      columns: string[];
      rows?: ((string | number | boolean | null | number[] | Record<string, unknown>)[])[] | undefined;
      rows_by_time?: (Record<string, string | number | boolean | null | number[] | Record<string, unknown> | ((string | number | boolean | null | number[] | Record<string, unknown>)[])[]>)[] | undefined;
      order: string;
      matched: number;
      matched_exact: boolean;
      returned: number;
      omitted: number;
      no_location?: number | undefined;
      no_time?: number | undefined;
      excluded_static?: number | undefined;
      complete: boolean;
      incomplete?: "limit" | "max_tokens" | "unread" | undefined;
      next_cursor?: string | undefined;
      newest: string;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  get_feature: {
    input: {
      collection: string;
      id: string;
      geometry?: "none" | "simplified" | "full" | undefined;
      time_zone?: string | undefined;
      units?: "metric" | "us" | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      collection: string;
      id: string | null;
      time?: string | undefined;
      properties: Record<string, unknown>;
      geometry_type: string;
      lon?: number | undefined;
      lat?: number | undefined;
      bbox?: number[] | undefined;
      area_km2?: number | undefined;
      vertices?: number | undefined;
      geometry?: Record<string, unknown> | undefined;
      omitted?: string | undefined;
      newest: string;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  list_simulations: {
    input: {
      since?: string | undefined;
      until?: string | undefined;
      status?: string | undefined;
      service?: string | undefined;
      fire_name?: string | undefined;
      origin?: "any" | "automatic" | "requested" | undefined;
      fire?: string | undefined;
      near?: string | undefined;
      radius_km?: number | undefined;
      within?: string | undefined;
      time_zone?: string | undefined;
      units?: "metric" | "us" | undefined;
      sort?: string | undefined;
      properties?: string[] | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      since?: string | undefined;
      until?: string | undefined;
      area?: {
        bbox?: number[] | undefined;
        center?: number[] | undefined;
        radius_km?: number | undefined;
        within?: string | undefined;
        kind?: string | undefined;
        area_km2?: number | undefined;
        borders?: string | undefined;
        members?: string | undefined;
        other_areas?: string[] | undefined;
        place?: string | undefined;
        place_source?: string | undefined;
        other_places?: string[] | undefined;
        nearest_place?: string | undefined;
      } | undefined;
      fire?: Record<string, unknown> | undefined;
      counts?: Record<string, Record<string, number>> | undefined;
      constants?: Record<string, string | number | boolean | null | number[] | Record<string, unknown>> | undefined;
      columns: string[];
      rows: ((string | number | boolean | null | number[] | Record<string, unknown>)[])[];
      returned: number;
      matched: number;
      matched_exact: boolean;
      complete: boolean;
      incomplete?: "limit" | "max_tokens" | "unread" | undefined;
      next_cursor?: string | undefined;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  summarize_features: {
    input: {
      collection: string;
      bbox?: number[] | undefined;
      near?: string | undefined;
      lon?: number | undefined;
      lat?: number | undefined;
      radius_km?: number | undefined;
      time?: string | undefined;
      time_zone?: string | undefined;
      within?: string | undefined;
      fire?: string | undefined;
      filter?: string | undefined;
      filter_lang?: "cql2-text" | "ecql-text" | undefined;
      units?: "metric" | "us" | undefined;
      exclude_static_km?: number | undefined;
      source_category?: string | undefined;
      static_source_km?: number | undefined;
      latest_per_fire?: boolean | undefined;
      group_by?: string[] | undefined;
      properties?: string[] | undefined;
      statistics?: string[] | undefined;
      sort?: string | undefined;
      limit?: number | undefined;
      top?: number | undefined;
      top_by?: string | undefined;
      union?: boolean | undefined;
      cell_deg?: number | undefined;
      cluster_km?: number | undefined;
      cluster_hours?: number | undefined;
      cursor?: string | undefined;
      explain?: boolean | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      selection: {
        collection: string;
        area?: {
          bbox?: number[] | undefined;
          center?: number[] | undefined;
          radius_km?: number | undefined;
          within?: string | undefined;
          kind?: string | undefined;
          area_km2?: number | undefined;
          borders?: string | undefined;
          members?: string | undefined;
          other_areas?: string[] | undefined;
          place?: string | undefined;
          place_source?: string | undefined;
          other_places?: string[] | undefined;
          nearest_place?: string | undefined;
        } | undefined;
        fire?: Record<string, unknown> | undefined;
        interval?: (string | null)[] | undefined;
        filter?: string | undefined;
        latest_per_fire?: boolean | undefined;
        exclude_static_km?: number | undefined;
        request?: string | undefined;
      };
      constants?: Record<string, string | number | boolean | null | number[] | Record<string, unknown>> | undefined;
      matched: number;
      matched_exact: boolean;
      omitted: number;
      no_location?: number | undefined;
      no_time?: number | undefined;
      excluded_static?: number | undefined;
      complete: boolean;
      incomplete?: "limit" | "max_tokens" | "unread" | undefined;
      newest: string;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
      next_cursor?: string | undefined;
      time_zone?: string | undefined;
      stats?: Record<string, Record<string, number | null>> | undefined;
      area_km2?: number | undefined;
      union_km2?: number | undefined;
      groups?: number | undefined;
      grouped?: number | undefined;
      ungrouped?: number | undefined;
      columns?: string[] | undefined;
      rows?: ((string | number | boolean | null | number[] | Record<string, unknown>)[])[] | undefined;
      top_constants?: Record<string, string | number | boolean | null | number[] | Record<string, unknown>> | undefined;
      top_columns?: string[] | undefined;
      top_rows?: ((string | number | boolean | null | number[] | Record<string, unknown>)[])[] | undefined;
    };
  };
  assess_location: {
    input: {
      bbox?: number[] | undefined;
      near?: string | undefined;
      lon?: number | undefined;
      lat?: number | undefined;
      radius_km?: number | undefined;
      within?: string | undefined;
      fire?: string | undefined;
      time?: string | undefined;
      time_zone?: string | undefined;
      units?: "metric" | "us" | undefined;
      perimeter_buffer_km?: number | undefined;
      static_source_km?: number | undefined;
      volcano_km?: number | undefined;
      min_population?: number | undefined;
      max_towns?: number | undefined;
      max_km?: number | undefined;
      towns_by?: "detection" | "perimeter" | undefined;
      explain?: boolean | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      selection: {
        collection: string;
        area: {
          bbox?: number[] | undefined;
          center?: number[] | undefined;
          radius_km?: number | undefined;
          within?: string | undefined;
          kind?: string | undefined;
          area_km2?: number | undefined;
          borders?: string | undefined;
          members?: string | undefined;
          other_areas?: string[] | undefined;
          place?: string | undefined;
          place_source?: string | undefined;
          other_places?: string[] | undefined;
          nearest_place?: string | undefined;
        };
        fire?: Record<string, unknown> | undefined;
        interval: (string | null)[];
        time_zone: string;
        near_km: Record<string, number>;
        request?: string | undefined;
      };
      matched?: number | undefined;
      matched_exact: boolean;
      labels?: Record<string, number> | undefined;
      tables: Record<string, {
        constants?: Record<string, unknown> | undefined;
        columns: string[];
        rows: unknown[][];
      }>;
      people_within_km?: Record<string, number> | undefined;
      static_sources_within_radius?: number | undefined;
      no_location?: number | undefined;
      no_time?: number | undefined;
      omitted: number;
      complete: boolean;
      incomplete?: "limit" | "max_tokens" | "unread" | undefined;
      newest: string;
      newest_age_hours?: number | undefined;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  assess_fire: {
    input: {
      fire: string;
      near?: string | undefined;
      time?: string | undefined;
      radius_km?: number | undefined;
      time_zone?: string | undefined;
      units?: "metric" | "us" | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      fire: Record<string, unknown>;
      perimeter: Record<string, unknown>;
      mappings: number;
      newest_detection?: Record<string, unknown> | undefined;
      people_within_km: Record<string, number>;
      tables: Record<string, {
        constants?: Record<string, unknown> | undefined;
        columns: string[];
        rows: unknown[][];
      }>;
      omitted: number;
      complete: boolean;
      incomplete?: "limit" | "max_tokens" | "unread" | undefined;
      newest: string;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  compare_periods: {
    input: {
      collection: string;
      bbox?: number[] | undefined;
      near?: string | undefined;
      lon?: number | undefined;
      lat?: number | undefined;
      radius_km?: number | undefined;
      time_zone?: string | undefined;
      within?: string | undefined;
      fire?: string | undefined;
      filter?: string | undefined;
      filter_lang?: "cql2-text" | "ecql-text" | undefined;
      units?: "metric" | "us" | undefined;
      exclude_static_km?: number | undefined;
      source_category?: string | undefined;
      group_by?: string[] | undefined;
      cluster_km?: number | undefined;
      before?: string | undefined;
      after?: string | undefined;
      since?: string | undefined;
      explain?: boolean | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      selection: {
        collection: string;
        area?: {
          bbox?: number[] | undefined;
          center?: number[] | undefined;
          radius_km?: number | undefined;
          within?: string | undefined;
          kind?: string | undefined;
          area_km2?: number | undefined;
          borders?: string | undefined;
          members?: string | undefined;
          other_areas?: string[] | undefined;
          place?: string | undefined;
          place_source?: string | undefined;
          other_places?: string[] | undefined;
          nearest_place?: string | undefined;
        } | undefined;
        fire?: Record<string, unknown> | undefined;
        interval?: (string | null)[] | undefined;
        filter?: string | undefined;
        latest_per_fire?: boolean | undefined;
        exclude_static_km?: number | undefined;
        request?: string | undefined;
      };
      before: {
        interval: (string | null)[];
        matched: number;
        excluded_static?: number | undefined;
      };
      after: {
        interval: (string | null)[];
        matched: number;
        excluded_static?: number | undefined;
      };
      late_arrivals?: number | undefined;
      compared: string;
      by_status: Record<string, number>;
      sums_by_status: Record<string, unknown>;
      constants?: Record<string, string | number | boolean | null | number[] | Record<string, unknown>> | undefined;
      columns: string[];
      rows: ((string | number | boolean | null | number[] | Record<string, unknown>)[])[];
      returned: number;
      omitted: number;
      complete: boolean;
      incomplete?: "limit" | "max_tokens" | "unread" | undefined;
      since_cursor?: string | undefined;
      newest: string;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  find_place: {
    input: {
      name: string;
      limit?: number | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      constants?: Record<string, string | number | boolean | null | number[] | Record<string, unknown>> | undefined;
      columns: string[];
      rows: ((string | number | boolean | null | number[] | Record<string, unknown>)[])[];
      returned: number;
      matched: number;
      source: string;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  show_map: {
    input: {
      collections?: string[] | undefined;
      bbox?: number[] | undefined;
      near?: string | undefined;
      lon?: number | undefined;
      lat?: number | undefined;
      radius_km?: number | undefined;
      time?: string | undefined;
      before?: string | undefined;
      after?: string | undefined;
      time_zone?: string | undefined;
      within?: string | undefined;
      fire?: string | undefined;
      filter?: string | undefined;
      filter_lang?: "cql2-text" | "ecql-text" | undefined;
      units?: "metric" | "us" | undefined;
      latest_per_fire?: boolean | undefined;
      width?: number | undefined;
      height?: number | undefined;
      theme?: "light" | "dark" | undefined;
      explain?: boolean | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      selection: Record<string, unknown>;
      constants?: Record<string, string | number | boolean | null | number[] | Record<string, unknown>> | undefined;
      columns: string[];
      rows: ((string | number | boolean | null | number[] | Record<string, unknown>)[])[];
      caption: string;
      complete: boolean;
      picture?: string | undefined;
      picture_url?: string | undefined;
      picture_expires?: string | undefined;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
  export_features: {
    input: {
      collection: string;
      bbox?: number[] | undefined;
      near?: string | undefined;
      lon?: number | undefined;
      lat?: number | undefined;
      radius_km?: number | undefined;
      time?: string | undefined;
      time_zone?: string | undefined;
      within?: string | undefined;
      fire?: string | undefined;
      filter?: string | undefined;
      filter_lang?: "cql2-text" | "ecql-text" | undefined;
      units?: "metric" | "us" | undefined;
      latest_per_fire?: boolean | undefined;
      properties?: string[] | undefined;
      format: "geojson" | "geojsonl" | "csv" | "kml";
      explain?: boolean | undefined;
      max_tokens?: number | undefined;
    };
    answer: {
      selection: {
        collection: string;
        area?: {
          bbox?: number[] | undefined;
          center?: number[] | undefined;
          radius_km?: number | undefined;
          within?: string | undefined;
          kind?: string | undefined;
          area_km2?: number | undefined;
          borders?: string | undefined;
          members?: string | undefined;
          other_areas?: string[] | undefined;
          place?: string | undefined;
          place_source?: string | undefined;
          other_places?: string[] | undefined;
          nearest_place?: string | undefined;
        } | undefined;
        fire?: Record<string, unknown> | undefined;
        interval?: (string | null)[] | undefined;
        filter?: string | undefined;
        latest_per_fire?: boolean | undefined;
        exclude_static_km?: number | undefined;
        request?: string | undefined;
      };
      format: string;
      count: number;
      size_bytes: number;
      url?: string | undefined;
      path?: string | undefined;
      expires?: string | undefined;
      matched: number;
      matched_exact: boolean;
      no_location?: number | undefined;
      no_time?: number | undefined;
      complete: boolean;
      newest: string;
      notices?: string[] | undefined;
      service_notices?: string[] | undefined;
    };
  };
}
