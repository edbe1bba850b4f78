"""Counts and statistics of the shared hotspots, computed without any code of the packages.

Reads the names of files from the command line, and prints a JSON list of requests: the parameters
as a URL has them (or a body to POST), and what must come out of them.
"""

import bisect
import datetime as dt
import gzip
import json
import sys
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

UTC = dt.timezone.utc
rows = []
for path in sys.argv[1:]:
    with gzip.open(path, "rt") as lines:
        rows += [json.loads(line, parse_float=Decimal) for line in lines if line.strip()]


def value(row, name):
    return row["properties"].get(name)


def number(row, name):
    found = value(row, name)
    is_number = isinstance(found, (int, Decimal)) and not isinstance(found, bool)
    return found if is_number else None


def instant(row):
    return dt.datetime.fromisoformat(value(row, "datetime").replace("Z", "+00:00"))


def position(row):
    lon, lat = row["geometry"]["coordinates"][:2]
    return Fraction(lon), Fraction(lat)


# Keys of groups.


def by_property(name):
    return lambda row: value(row, name)


def by_local(zone, form):
    return lambda row: instant(row).astimezone(ZoneInfo(zone)).strftime(form)


def by_local_hour(zone):
    return lambda row: instant(row).astimezone(ZoneInfo(zone)).hour


def by_solar_hour(row):
    lon, _ = position(row)
    seconds = Fraction(int(instant(row).timestamp()))
    # Fifteen degrees are an hour; only whole hours of Greenwich are looked at.
    return int((seconds / 3600 + lon / 15) // 1) % 24


def by_cell(size):
    step = Fraction(size)

    def key(row):
        lon, lat = position(row)
        west, south = lon // step * step, lat // step * step
        return [float(round(each, 6)) for each in (west, south, west + step, south + step)]

    return key


def by_ranges(name, bounds):
    def key(row):
        found = number(row, name)
        return None if found is None else bisect.bisect_right(bounds, found)

    return key


# Selections.


def in_box(west, south, east, north):
    sides = [Fraction(str(each)) for each in (west, south, east, north)]

    def test(row):
        lon, lat = position(row)
        is_between = sides[0] <= lon <= sides[2]
        is_around = lon >= sides[0] or lon <= sides[2]
        return sides[1] <= lat <= sides[3] and (is_between if west <= east else is_around)

    return test


def during(start, end):
    first, last = [dt.datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (start, end)]
    return lambda row: first <= instant(row) <= last


def in_polygon(ring):
    corners = [(Fraction(str(x)), Fraction(str(y))) for x, y in ring]

    def test(row):
        lon, lat = position(row)
        is_inside = False
        for (ax, ay), (bx, by) in zip(corners, corners[1:]):
            side = (bx - ax) * (lat - ay) - (by - ay) * (lon - ax)
            is_beside = min(ax, bx) <= lon <= max(ax, bx) and min(ay, by) <= lat <= max(ay, by)
            if side == 0 and is_beside:
                return True
            if (ay > lat) != (by > lat) and (side > 0) == (by > ay):
                is_inside = not is_inside
        return is_inside

    return test


# Statistics.


def quantile(values, share):
    place = (len(values) - 1) * Fraction(str(share))
    below = int(place)
    rest = place - below
    exact = Fraction(values[below])
    if rest:
        exact = exact * (1 - rest) + Fraction(values[below + 1]) * rest
    return float(exact)


def statistic(values, name):
    if not values:
        return None
    if name == "sum":
        return float(sum(map(Fraction, values)))
    if name == "min":
        return float(values[0])
    if name == "max":
        return float(values[-1])
    if name == "mean":
        return float(sum(map(Fraction, values)) / len(values))
    return quantile(values, "0.5" if name == "median" else str(Decimal(name[1:]) / 100))


def figures(chosen, properties, names):
    found = []
    for each in properties:
        values = sorted(n for n in (number(row, each) for row in chosen) if n is not None)
        found.append({"count": len(values), **{name: statistic(values, name) for name in names}})
    return found


requests = []


def ask(params, keys=(), test=lambda row: True, properties=(), names=(), body=None):
    chosen = [row for row in rows if test(row)]
    groups = defaultdict(list)
    for row in chosen:
        groups[json.dumps([key(row) for key in keys])].append(row)
    found = {"numberMatched": len(chosen), "totals": figures(chosen, properties, names)}
    if keys:
        found["groups"] = [
            {"key": json.loads(key), "count": len(held), "statistics": figures(held, properties, names)}
            for key, held in groups.items()
        ]
    request = {"params": params} if body is None else {"body": body}
    requests.append({**request, "expected": found})


def measured(properties, names):
    return [*(("property", each) for each in properties), ("statistics", ",".join(names))]


basic = ["sum", "min", "max", "mean"]
ask([])
for name in ["satellite", "daynight", "version", "type", "confidence"]:
    ask([("group-by", f"property:{name}")], [by_property(name)])
ask([("group-by", "property:satellite"), ("group-by", "property:daynight")],
    [by_property("satellite"), by_property("daynight")])

for name in ["frp", "brightness", "bright_ti4", "scan", "confidence", "latitude"]:
    ask(measured([name], basic), properties=[name], names=basic)
quantiles = ["median", "p1", "p25", "p90", "p99.9"]
for name in ["frp", "brightness", "scan"]:
    ask(measured([name], quantiles), properties=[name], names=quantiles)
ask([("group-by", "property:satellite"), *measured(["frp", "bright_ti4"], [*basic, *quantiles])],
    [by_property("satellite")], properties=["frp", "bright_ti4"], names=[*basic, *quantiles])
ask([("group-by", "property:confidence"), *measured(["frp"], ["sum", "median"])],
    [by_property("confidence")], properties=["frp"], names=["sum", "median"])

ask([("group-by", "day")], [by_local("UTC", "%Y-%m-%d")])
ask([("group-by", "hour")], [by_local("UTC", "%Y-%m-%dT%H")])
ask([("group-by", "hour-of-day")], [by_local_hour("UTC")])
ask([("group-by", "solar-hour")], [by_solar_hour])
ask([("group-by", "day"), ("group-by", "property:satellite"), *measured(["frp"], basic)],
    [by_local("UTC", "%Y-%m-%d"), by_property("satellite")], properties=["frp"], names=basic)
# Kathmandu is 5:45 ahead all year; Darwin 9:30.
for zone, minutes in [("Asia/Kathmandu", 345), ("Australia/Darwin", 570)]:
    ask([("group-by", "day"), ("utc-offset", str(minutes))], [by_local(zone, "%Y-%m-%d")])
    ask([("group-by", "hour-of-day"), ("utc-offset", str(minutes))], [by_local_hour(zone)])
# Summer time in Europe began on 25 March 2018 and 27 March 2022 at 01:00 UTC, and ended on the
# last Sunday of October; 2023: 26 March; 2024: 31 March; 2019: 31 March.
berlin = ("60,2018-03-25T01:00:00Z,120,2018-10-28T01:00:00Z,60,2019-03-31T01:00:00Z,120,"
          "2019-10-27T01:00:00Z,60,2022-03-27T01:00:00Z,120,2022-10-30T01:00:00Z,60,"
          "2023-03-26T01:00:00Z,120,2023-10-29T01:00:00Z,60,2024-03-31T01:00:00Z,120,"
          "2024-10-27T01:00:00Z,60,2026-03-29T01:00:00Z,120")
ask([("group-by", "day"), ("utc-offset", berlin)], [by_local("Europe/Berlin", "%Y-%m-%d")])
ask([("group-by", "hour"), ("utc-offset", berlin)], [by_local("Europe/Berlin", "%Y-%m-%dT%H")])

for size in ["0.1", "0.3", "1", "7.5"]:
    ask([("group-by", "cell"), ("cell-size", size)], [by_cell(size)])
ask([("group-by", "cell"), ("cell-size", "10"), ("group-by", "day")],
    [by_cell("10"), by_local("UTC", "%Y-%m-%d")])
ask([("group-by", "ranges:5,50,500:frp")], [by_ranges("frp", [5, 50, 500])])
ask([("group-by", "ranges:300,320.5,340:brightness")],
    [by_ranges("brightness", [300, Decimal("320.5"), 340])])

ask([("bbox", "-125,41,-116,47")], test=in_box(-125, 41, -116, 47))
ask([("bbox", "160,-50,-150,60"), ("group-by", "day")],
    [by_local("UTC", "%Y-%m-%d")], in_box(160, -50, -150, 60))
ask([("datetime", "2023-08-01T06:00:00Z/2023-08-01T18:00:00Z"), *measured(["frp"], ["sum"])],
    test=during("2023-08-01T06:00:00", "2023-08-01T18:00:00"), properties=["frp"], names=["sum"])
ask([("filter", "frp > 100 AND satellite = 'Aqua'"), ("group-by", "property:daynight")],
    [by_property("daynight")],
    lambda row: (number(row, "frp") or 0) > 100 and value(row, "satellite") == "Aqua")
ask([("filter", "satellite IS NULL OR frp IS NULL")],
    test=lambda row: value(row, "satellite") is None or value(row, "frp") is None)
ring = [[-123.1, 43.3], [-120.05, 41.1], [-116.9, 44.2], [-120.3, 46.75], [-123.1, 43.3]]
outline = {"type": "Polygon", "coordinates": [ring]}
ask([], [by_local("UTC", "%Y-%m-%d")], in_polygon(ring), ["frp"], ["sum", "max"], body={
    "filter": {"op": "s_intersects", "args": [{"property": "geometry"}, outline]},
    "group-by": ["day"], "property": ["frp"], "statistics": ["sum", "max"]})
ask([("filter", "frp > 1e9"), *measured(["frp"], [*basic, "median"])],
    test=lambda row: False, properties=["frp"], names=[*basic, "median"])

print(json.dumps(requests))
